/** What a `tools/list` gets: the scope's view, or the reason why there is none to give. */
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import { invalidParams, type Params, type RpcError } from '#engine/gateway/jsonRpc'
import type { CatalogView } from '#engine/registry/catalogView'
import type { Scope } from '#engine/registry/scope'

export type Listing = { readonly view: CatalogView } | { readonly problem: RpcError }

const gone: RpcError = { code: invalidParams, message: 'The project or server of this address is gone.' }
/** Lists are given whole, so that no cursor was ever handed out. */
const unknownCursor: RpcError = { code: invalidParams, message: 'Unknown cursor' }

export async function listTools(parts: GatewayParts, scope: Scope, params: Params): Promise<Listing> {
  if (params['cursor'] !== undefined) return { problem: unknownCursor }
  await parts.readiness.wait(scope)
  const view = parts.views.view(scope)
  return view === null ? { problem: gone } : { view }
}
