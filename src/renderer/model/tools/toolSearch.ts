/** The filters and the order in the address of the tools page. */
export const toolStates = ['on', 'off', 'quarantined', 'changed'] as const
export type ToolState = (typeof toolStates)[number]

export const toolSorts = ['name', 'tokens', 'calls', 'errors', 'used'] as const
export type ToolSort = (typeof toolSorts)[number]

export interface ToolSearch {
  text?: string
  server?: string
  state?: ToolState
  /** Absent: the order in which the servers list their tools. */
  sort?: ToolSort
}

const maxTextLength = 256

export function toolSearch(search: Record<string, unknown>): ToolSearch {
  const { server, text } = search
  const state = toolStates.find((one) => one === search['state'])
  const sort = toolSorts.find((one) => one === search['sort'])
  return {
    ...(typeof text === 'string' && text !== '' && { text: text.slice(0, maxTextLength) }),
    ...(typeof server === 'string' && server !== '' && { server }),
    ...(state !== undefined && { state }),
    ...(sort !== undefined && { sort }),
  }
}
