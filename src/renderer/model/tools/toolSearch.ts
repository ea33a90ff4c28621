/** The filters in the tools page's address. */
export const toolStates = ['on', 'off', 'quarantined', 'changed'] as const
export type ToolState = (typeof toolStates)[number]

export interface ToolSearch {
  server?: string
  state?: ToolState
}

export function toolSearch(search: Record<string, unknown>): ToolSearch {
  const { server } = search
  const state = toolStates.find((one) => one === search['state'])
  return { ...(typeof server === 'string' && server !== '' && { server }), ...(state !== undefined && { state }) }
}
