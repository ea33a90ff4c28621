/** What a client says of itself, for the records of its calls. Pure. */
import { isObject } from '#contract/jsonObject'
import type { CallerIdentity } from '#engine/router/call'

/** `info` is the `clientInfo` of either era, as it came. */
export function clientIdentity(info: unknown, hasSession: boolean): CallerIdentity {
  const { name, version } = isObject(info) ? info : {}
  return {
    kind: 'client',
    name: typeof name === 'string' ? name : null,
    version: typeof version === 'string' ? version : null,
    hasSession,
  }
}
