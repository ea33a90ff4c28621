/** Answers list requests, each with a part of the scope's view. */
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import type { Params, JsonRpcError } from '#contract/jsonRpc/messages'
import { invalidParams } from '#contract/jsonRpc/errorCodes'
import type { Standing } from '#engine/gateway/client/standing'
import type { MethodOf } from '#engine/gateway/request/clientMethods'
import type { ListKind } from '#engine/gateway/lists/knownLists'
import { searchToolsJson } from '#engine/gateway/search/searchTools'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import type { Scope } from '#engine/registry/catalog/scope'

export interface ListRequest {
  readonly kind: ListKind
  /** The result's JSON without its closing brace. */
  head(view: CatalogView, search: boolean): string
}

const requests: Readonly<Record<MethodOf<'lists'>, ListRequest>> = {
  'tools/list': {
    kind: 'tools',
    head: (view, search) => `{"tools":${search ? searchToolsJson : view.toolsJson}`,
  },
  'prompts/list': { kind: 'prompts', head: (view) => `{"prompts":${view.prompts.list.json}` },
  'resources/list': { kind: 'resources', head: (view) => `{"resources":${view.resources.list.json}` },
  'resources/templates/list': {
    kind: 'templates',
    head: (view) => `{"resourceTemplates":${view.resources.templates.json}`,
  },
}

/** The list request for a method; undefined if the method is not one. */
export function listRequest(method: string): ListRequest | undefined {
  return Object.hasOwn(requests, method) ? requests[method as MethodOf<'lists'>] : undefined
}

/** `head`: the result's JSON without its closing brace. */
export type Listing = { readonly view: CatalogView; readonly head: string } | { readonly problem: JsonRpcError }

const gone: JsonRpcError = { code: invalidParams, message: 'The project or server at this address was removed.' }
/** The error for any cursor: lists are never paged. */
const unknownCursor: JsonRpcError = { code: invalidParams, message: 'Unknown cursor' }

/** Makes a list when it is the client's turn, or says why it cannot. */
export async function listWhenReady(
  { readiness, views, turns }: Pick<GatewayParts, 'readiness' | 'views' | 'turns'>,
  list: ListRequest,
  { grant, search }: Pick<Standing, 'grant' | 'search'>,
  scope: Scope,
  params: Params,
): Promise<Listing> {
  if (params['cursor'] !== undefined) return { problem: unknownCursor }
  await readiness.wait(scope)
  const view = views.view(scope)
  if (view === null) return { problem: gone }
  const head = list.head(view, search)
  await turns.lists.wait(grant.key, head.length)
  return { view, head }
}
