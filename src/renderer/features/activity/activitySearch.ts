/** The filters and the order in the address of the activity page. */
import type { CallOrder, CallStatus } from '#contract/tools/call'

export const outcomes: readonly CallStatus[] = ['succeeded', 'failed', 'cancelled', 'running']

/** The orders that can be chosen besides the default, newest first. */
export type ActivityOrder = Exclude<CallOrder, 'newest'>
export const orderTitles = { oldest: 'Oldest first', slowest: 'Slowest first' } satisfies Record<ActivityOrder, string>
const orders: readonly ActivityOrder[] = ['oldest', 'slowest']

export interface ActivitySearch {
  text?: string
  server?: string
  tool?: string
  client?: string
  status?: CallStatus
  order?: ActivityOrder
}

const maxTextLength = 256

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function activitySearch(search: Record<string, unknown>): ActivitySearch {
  const [server, tool, client] = [text(search['server']), text(search['tool']), text(search['client'])]
  const status = outcomes.find((one) => one === search['status'])
  const words = text(search['text'])?.trim().slice(0, maxTextLength) ?? ''
  const order = orders.find((one) => one === search['order'])
  return {
    ...(words !== '' && { text: words }),
    ...(server !== undefined && { server }),
    ...(tool !== undefined && { tool }),
    ...(client !== undefined && { client }),
    ...(status !== undefined && { status }),
    ...(order !== undefined && { order }),
  }
}
