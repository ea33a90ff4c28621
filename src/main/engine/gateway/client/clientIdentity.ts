/** Reads what a client says about itself, for the records of its calls. Pure. */
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { inputBounds } from '#contract/inputBounds'
import type { CallerIdentity } from '#engine/router/call'

/** `info`: the `clientInfo` of either era, as received. */
export function clientIdentity(info: unknown, hasSession: boolean): CallerIdentity {
  const { name, version } = fieldsOf(info)
  return {
    kind: 'client',
    name: kept(name),
    version: kept(version),
    hasSession,
  }
}

/** Shortens a string, because it is stored with every record of the client's calls. */
function kept(text: unknown): string | null {
  return typeof text === 'string' ? text.slice(0, inputBounds.clientInfo) : null
}
