/**
 * The MCP endpoint for outside clients. The host in front has checked Host, Origin and token; everything else about a
 * request is checked here or below. Both eras share one address, and a request itself tells which it is of.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { messageOf } from '#contract/errors'
import { ChangeNotice } from '#engine/gateway/changeNotice'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import { acceptsAnswers, isJson } from '#engine/gateway/http/contentTypes'
import { Heartbeat } from '#engine/gateway/http/heartbeat'
import { nestsTooDeep } from '#engine/gateway/http/jsonDepth'
import { readBody, type Body } from '#engine/gateway/http/requestBody'
import { refuse, type Refusal } from '#engine/gateway/http/sendJson'
import { identity } from '#engine/gateway/identity'
import { internalError, parseError } from '#engine/gateway/jsonRpc'
import { LegacyEndpoint } from '#engine/gateway/legacy/legacyEndpoint'
import { defaultLimits, type GatewayLimits } from '#engine/gateway/limits'
import { ListReadiness } from '#engine/gateway/listReadiness'
import { ModernEndpoint } from '#engine/gateway/modern/modernEndpoint'
import { ModernMethods } from '#engine/gateway/modern/modernMethods'
import { listHashes, type ListHashes } from '#engine/gateway/knownLists'
import { eraOf, isModernVersion } from '#engine/gateway/protocolVersions'
import type { GatewayViews } from '#engine/gateway/requestScope'
import { scopeOfPath } from '#engine/gateway/scopePath'
import type { Clock, Log, MakeId } from '#engine/ports'
import type { CatalogView } from '#engine/registry/catalogView'
import { scopeKey, type Scope } from '#engine/registry/scope'
import type { Router } from '#engine/router/call'
import type { ResourceUpdates } from '#engine/router/resourceUpdates'

export interface GatewayOptions {
  readonly views: GatewayViews
  readonly router: Router
  readonly resourceUpdates: ResourceUpdates
  readonly clock: Clock
  readonly log: Log
  /** Makes the ids of sessions too: nobody may be able to guess one. */
  readonly makeId: MakeId
  /** Of Switchboard, as clients are told it. */
  readonly version: string
  readonly limits?: Partial<GatewayLimits>
}

export interface Gateway {
  /** Serves one request that the host has let in; `path` is what follows `/mcp`. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>
  /** Ends every stream and session. Idempotent. */
  close(): void
}

const wrongMethod: Refusal = {
  status: 405,
  message: 'Method not allowed',
  headers: ['Allow', 'GET, POST, DELETE'],
}
const modernPostOnly: Refusal = { status: 405, message: 'This version has POST only', headers: ['Allow', 'POST'] }
const unknownScope: Refusal = { status: 404, message: 'There is no such project or server' }
const closed: Refusal = { status: 503, message: 'Switchboard is stopping' }
const notAcceptable: Refusal = { status: 406, message: 'Accept must list application/json and text/event-stream' }
const notJson: Refusal = { status: 415, message: 'Content-Type must be application/json' }
const malformed: Refusal = { status: 400, code: parseError, message: 'Parse error: the body is not valid JSON' }
const tooDeep: Refusal = { status: 400, code: parseError, message: 'Parse error: the body nests too deep' }
const fault: Refusal = { status: 500, code: internalError, message: 'Internal error' }

export function createGateway(options: GatewayOptions): Gateway {
  const { views, router, resourceUpdates, clock, log, makeId } = options
  const limits = { ...defaultLimits, ...options.limits }
  const heartbeat = new Heartbeat(clock)
  const parts: GatewayParts = {
    views,
    router,
    resourceUpdates,
    clock,
    log,
    makeId,
    limits,
    heartbeat,
    readiness: new ListReadiness(views, clock, log, limits.listWaitMs),
    identity: identity(options.version),
  }
  const legacy = new LegacyEndpoint(parts)
  const modernMethods = new ModernMethods(parts)
  const modern = new ModernEndpoint(parts, modernMethods)
  const notice = new ChangeNotice(clock, () => {
    const hashOf = hashesOf(views)
    legacy.publish(hashOf)
    modernMethods.publish(hashOf)
  })
  const stopListening = views.onViewsChanged(() => notice.touch())
  let isClosed = false

  const post = async (request: IncomingMessage, response: ServerResponse, view: CatalogView): Promise<void> => {
    if (!isJson(request.headers['content-type'])) return refuse(response, notJson)
    if (!acceptsAnswers(request.headers.accept)) return refuse(response, notAcceptable)
    const body = await readBody(request, limits.bodyBytes)
    if (body === 'aborted') return
    const parsed = parse(body, limits.bodyBytes)
    if ('refusal' in parsed) return refuse(response, parsed.refusal)
    const era = eraOf(namedVersion(request), parsed.value)
    const endpoint = era === 'modern' ? modern : legacy
    await endpoint.post(request, response, view, parsed.value)
  }

  const route = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    if (isClosed) return refuse(response, closed)
    const { method } = request
    if (method !== 'POST' && method !== 'GET' && method !== 'DELETE') return refuse(response, wrongMethod)
    const scope = scopeOfPath(path, views)
    const view = scope === null ? null : views.view(scope)
    if (view === null) return refuse(response, unknownScope)
    if (method === 'POST') return await post(request, response, view)
    if (isModernVersion(namedVersion(request))) return refuse(response, modernPostOnly)
    if (method === 'GET') legacy.openStream(request, response, view)
    else legacy.endSession(request, response, view)
  }

  return {
    handle: async (request, response, path) => {
      try {
        await route(request, response, path)
      } catch (thrown) {
        log.error({ error: messageOf(thrown) }, 'a request could not be served')
        if (response.headersSent) response.destroy()
        else refuse(response, fault)
      }
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      stopListening()
      notice.close()
      modernMethods.close()
      legacy.close()
      heartbeat.close()
    },
  }
}

function namedVersion(request: IncomingMessage): string | undefined {
  const version = request.headers['mcp-protocol-version']
  return typeof version === 'string' ? version : undefined
}

function parse(
  body: Exclude<Body, 'aborted'>,
  limitBytes: number,
): { readonly value: unknown } | { readonly refusal: Refusal } {
  if (body === 'tooLarge') {
    return { refusal: { status: 413, message: `The body is larger than ${limitBytes} bytes` } }
  }
  if (nestsTooDeep(body.bytes)) return { refusal: tooDeep }
  try {
    return { value: JSON.parse(body.bytes.toString('utf8')) as unknown }
  } catch {
    return { refusal: malformed }
  }
}

/** The hashes of each scope's lists, looked up once for all that are told of one change. */
function hashesOf(views: GatewayViews): (scope: Scope) => ListHashes | undefined {
  const known = new Map<string, ListHashes | undefined>()
  return (scope) => {
    const key = scopeKey(scope)
    if (!known.has(key)) {
      const view = views.view(scope)
      known.set(key, view === null ? undefined : listHashes(view))
    }
    return known.get(key)
  }
}
