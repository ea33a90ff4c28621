/** The filter in the address of the servers page. It stays while a server is opened. */
import { type Condition, conditions } from '#renderer/model/servers/serverCondition.ts'

export interface ServersSearch {
  /** Absent: all servers. */
  state?: Condition
}

export function serversSearch(search: Record<string, unknown>): ServersSearch {
  const state = conditions.find((one) => one === search['state'])
  return state === undefined ? {} : { state }
}
