/** The filter in the address of the servers, which stays while one of them is opened. */
import { type Condition, conditions } from '#renderer/model/servers/serverCondition.ts'

export interface ServersSearch {
  /** Absent: all. */
  state?: Condition
}

export function serversSearch(search: Record<string, unknown>): ServersSearch {
  const state = conditions.find((one) => one === search['state'])
  return state === undefined ? {} : { state }
}
