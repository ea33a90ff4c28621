/** The filters in the address of the activity page. */
import type { CallStatus } from '#contract/tools/call'

export const outcomes: readonly CallStatus[] = ['succeeded', 'failed', 'cancelled', 'running']

export interface ActivitySearch {
  server?: string
  tool?: string
  client?: string
  status?: CallStatus
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function activitySearch(search: Record<string, unknown>): ActivitySearch {
  const [server, tool, client] = [text(search['server']), text(search['tool']), text(search['client'])]
  const status = outcomes.find((one) => one === search['status'])
  return {
    ...(server !== undefined && { server }),
    ...(tool !== undefined && { tool }),
    ...(client !== undefined && { client }),
    ...(status !== undefined && { status }),
  }
}
