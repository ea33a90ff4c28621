/** Computes the answer to `initialize`. Pure, except that it reads views. */
import type { ServerCapabilities } from '@modelcontextprotocol/server'
import { projectOf } from '#engine/registry/catalog/scope'
import type { IncomingHttpHeaders } from 'node:http'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import { clientIdentity } from '#engine/gateway/client/clientIdentity'
import { refusalOf } from '#engine/gateway/request/clientMethods'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import type { JsonRpcError, RpcRequest } from '#contract/jsonRpc/messages'
import { invalidParams } from '#contract/jsonRpc/errorCodes'
import { type ListHashes, listHashes, noLists } from '#engine/gateway/lists/knownLists'
import type { ClientSessionFacts } from '#engine/gateway/legacy/clientSession'
import { metaOf, negotiate } from '#engine/gateway/request/protocolVersions'
import { isRefused, wishesOf } from '#engine/gateway/request/requestScope'
import type { Standing } from '#engine/gateway/client/standing'

const serverCapabilities = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  completions: {},
  logging: {},
} as const satisfies ServerCapabilities

export interface ClientHandshake {
  readonly facts: Omit<ClientSessionFacts, 'id' | 'key'>
  /** The hashes of the current lists, so that later changes can be announced. */
  readonly hashes: ListHashes
  readonly resultJson: string
}

export function answerInitialize(
  { views, identity }: Pick<GatewayParts, 'views' | 'identity'>,
  arrived: Standing,
  headers: IncomingHttpHeaders,
  request: RpcRequest,
): ClientHandshake | JsonRpcError {
  const refusal = refusalOf(request, arrived.grant)
  if (refusal !== null) return refusal
  const { params } = request
  const { protocolVersion } = params
  if (typeof protocolVersion !== 'string') return { code: invalidParams, message: '"protocolVersion" must be a string' }
  const capabilities = fieldsOf(params['capabilities'])
  const standing = arrived.for('legacy', capabilities)
  const { scope } = standing
  const wishes = wishesOf({ scope, prefer: undefined }, headers, metaOf(params), views)
  if (isRefused(wishes)) return wishes
  const view = views.view(wishes.scope)
  const version = negotiate(protocolVersion)
  return {
    facts: {
      standing,
      projectId: wishes.scope === scope ? null : projectOf(wishes.scope),
      prefer: wishes.prefer,
      version,
      capabilities,
      identity: clientIdentity(params['clientInfo'], true),
    },
    hashes: view === null ? noLists : listHashes(view, standing.search),
    resultJson: JSON.stringify({ protocolVersion: version, capabilities: serverCapabilities, ...identity }),
  }
}

export function isInitialized(initialized: ClientHandshake | JsonRpcError): initialized is ClientHandshake {
  return 'facts' in initialized
}
