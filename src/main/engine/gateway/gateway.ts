/**
 * The MCP endpoint for outside clients. The host in front has checked Host, Origin and token. Everything else about a
 * request is checked here, or in the code that this file calls. Both eras share one address, and each request shows
 * its era.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { AppError, messageOf } from '#contract/errors'
import { Backlog } from '#engine/gateway/client/backlog'
import { Channels } from '#engine/gateway/channel/channels'
import type { Access } from '#engine/access/access'
import { adminGrant, type Grant } from '#engine/access/grant'
import { ChangeNotice } from '#engine/gateway/lists/changeNotice'
import type { ClientTurns, GatewayParts } from '#engine/gateway/gatewayParts'
import { acceptsAnswers, isJson } from '#engine/gateway/http/contentTypes'
import { KeepAlive } from '#engine/gateway/http/keepAlive'
import { readBody, type Body } from '#engine/gateway/http/requestBody'
import { refuse, type Refusal } from '#engine/gateway/http/sendJson'
import { identity } from '#engine/gateway/client/identity'
import { internalError, parseError } from '#contract/jsonRpc/errorCodes'
import { LegacyEndpoint } from '#engine/gateway/legacy/legacyEndpoint'
import { LegacyMethods } from '#engine/gateway/legacy/legacyMethods'
import { defaultLimits, type GatewayLimits } from '#engine/gateway/limits'
import { ListReadiness } from '#engine/gateway/lists/listReadiness'
import { ModernEndpoint } from '#engine/gateway/modern/modernEndpoint'
import { ModernMethods } from '#engine/gateway/modern/modernMethods'
import { type HashesOf, listHashes, type ListHashes } from '#engine/gateway/lists/knownLists'
import { eraOf, isModernVersion } from '#engine/gateway/request/protocolVersions'
import type { GatewayViews } from '#engine/gateway/request/requestScope'
import { OpenResponses } from '#engine/gateway/http/openResponses'
import { UnreadAnswers } from '#engine/gateway/http/unreadAnswers'
import { addressOf } from '#engine/gateway/request/scopePath'
import { ToolSearch } from '#engine/gateway/search/toolSearch'
import { SseEndpoint } from '#engine/gateway/sse/sseEndpoint'
import { serveLines } from '#engine/gateway/stdio/lineConnection'
import { isNowhere, Standing } from '#engine/gateway/client/standing'
import { FairTurns } from '#engine/gateway/client/fairTurns'
import { excessOf } from '#engine/policies/nesting'
import type { Clock, Log, MakeId } from '#engine/ports'
import { scopeKey, type Scope } from '#engine/registry/catalog/scope'
import type { Router } from '#engine/router/call'
import type { ResourceUpdates } from '#engine/router/resources/resourceUpdates'

export interface GatewayOptions {
  readonly views: GatewayViews
  readonly router: Router
  readonly resourceUpdates: ResourceUpdates
  readonly clock: Clock
  readonly log: Log
  /** Must return unguessable ids, because they are also used as session ids. */
  readonly makeId: MakeId
  /** Switchboard's version, as sent to clients. */
  readonly version: string
  readonly limits?: Partial<GatewayLimits>
  /** Called with a caller's key when its client is gone for good. */
  readonly callerGone?: (callerKey: string) => void
  /** Reports changes to what clients may see. Absent if the owner is the only client. */
  readonly access?: Pick<Access, 'grantNamed' | 'onChanged' | 'onRevoked'>
}

/** The client at the other end of a stream of lines. */
export interface LineClient {
  /** The id or name of the only project that the client sees; null: all projects. */
  readonly project: string | null
  /** The name of the registered client whose rights apply; null: the owner's rights. */
  readonly client: string | null
}

export interface GatewayUse {
  /** How many clients have a session or a channel. */
  readonly clients: number
  readonly sessions: number
  readonly channels: number
  readonly subscriptions: number
  /** Calls that are waiting for their modern clients to return with answers. */
  readonly held: number
  /** The number of unanswered requests on channels. HTTP requests are counted by their open responses. */
  readonly underWay: number
}

export type Serve = (request: IncomingMessage, response: ServerResponse, path: string, grant: Grant) => Promise<void>
type Route = (...served: Parameters<Serve>) => Promise<void> | void

export interface Gateway {
  /** Serves one request that the host has admitted. `path`: what follows `/mcp`, including the query. Never rejects. */
  readonly handle: Serve
  /** Serves a request at `/sse`, for the transport of 2024. */
  readonly handleSse: Serve
  /**
   * Returns a function that serves a client on a stream of lines, such as stdin and stdout. Throws if the client or its
   * project does not exist.
   */
  acceptLines(client: LineClient): (stream: Duplex) => void
  /** The number of connections that were ended because their clients did not read. */
  readonly unreadEnded: number
  /** What is open now, used or idle. */
  inUse(): GatewayUse
  /** Ends every stream and session. Idempotent. */
  close(): void
}

const wrongMethod: Refusal = {
  status: 405,
  message: 'Method not allowed',
  headers: ['Allow', 'GET, POST, DELETE'],
}
const wrongSseMethod: Refusal = { ...wrongMethod, headers: ['Allow', 'GET, POST'] }
const modernPostOnly: Refusal = {
  status: 405,
  message: 'Use POST: this protocol version supports no other method',
  headers: ['Allow', 'POST'],
}
const unknownScope: Refusal = { status: 404, message: 'Project or server not found' }
const closed: Refusal = { status: 503, message: 'Switchboard is stopping' }
const notAcceptable: Refusal = { status: 406, message: 'Accept must list application/json and text/event-stream' }
const notJson: Refusal = { status: 415, message: 'Content-Type must be application/json' }
const malformed: Refusal = { status: 400, code: parseError, message: 'Parse error: the body is not valid JSON' }
const fault: Refusal = { status: 500, code: internalError, message: 'Internal error' }

/** Characters of lists per turn of the event loop. A list is copied several times before it is sent. */
const listedPerTurn = 512 * 1024
const batchedPerTurn = 100
/** Bytes of large bodies per turn. Nearly all bodies are small, and do not wait. */
const parsedPerTurn = 1024 * 1024
const smallBody = 64 * 1024

export function createGateway(options: GatewayOptions): Gateway {
  const { views, router, resourceUpdates, clock, log, makeId, access } = options
  const limits = { ...defaultLimits, ...options.limits }
  const keepAlive = new KeepAlive(clock)
  const backlog = new Backlog(clock, log, limits)
  const unread = new UnreadAnswers(backlog)
  const readiness = new ListReadiness(views, clock, log, limits.listWaitMs)
  const turns: ClientTurns = {
    lists: new FairTurns(listedPerTurn),
    batches: new FairTurns(batchedPerTurn),
    bodies: new FairTurns(parsedPerTurn),
  }
  const parts: GatewayParts = {
    views,
    router,
    resourceUpdates,
    clock,
    log,
    makeId,
    limits,
    keepAlive,
    backlog,
    readiness,
    search: new ToolSearch({ views, readiness }),
    turns,
    identity: identity(options.version),
    callerGone: options.callerGone ?? (() => undefined),
  }
  const legacyMethods = new LegacyMethods(parts)
  const legacy = new LegacyEndpoint(parts, legacyMethods)
  const modernMethods = new ModernMethods(parts)
  const modern = new ModernEndpoint(parts, modernMethods)
  const channels = new Channels({ parts, legacy: legacyMethods, modern: modernMethods })
  const sse = new SseEndpoint(parts, channels)
  const notice = new ChangeNotice(clock, () => {
    const hashOf = hashesNow(views)
    legacy.publish(hashOf)
    channels.publish(hashOf)
    modernMethods.publish(hashOf)
  })
  const stopListening = views.onViewsChanged(() => notice.touch())
  const open = new OpenResponses()
  access?.onChanged(() => notice.touch())
  access?.onRevoked((key) => {
    legacy.revoke(key)
    modernMethods.revoke(key)
    channels.revoke(key)
    open.endAllOf(key)
  })
  let isClosed = false

  const grantNamed = (name: string): Grant => {
    if (access === undefined) throw new AppError('NOT_FOUND', `Client ${name} does not exist.`)
    return access.grantNamed(name)
  }

  /**
   * The client's standing at an address. Null if the request was refused. The refusal is the same for an address that
   * does not exist and for one that the client may not see.
   */
  const standingAt = (response: ServerResponse, path: string, grant: Grant): Standing | null => {
    const address = addressOf(path, views)
    const standing = address === null ? null : new Standing(grant, address.scope, address.searches)
    const scope = standing?.scope ?? null
    if (scope !== null && !isNowhere(scope) && views.view(scope) !== null) return standing
    refuse(response, unknownScope)
    return null
  }

  const post = async (request: IncomingMessage, response: ServerResponse, standing: Standing): Promise<void> => {
    if (!isJson(request.headers['content-type'])) return refuse(response, notJson)
    if (!acceptsAnswers(request.headers.accept)) return refuse(response, notAcceptable)
    const body = await readBody(request, limits.bodyBytes)
    if (body === 'aborted') return
    const bytes = body === 'tooLarge' ? 0 : body.bytes.length
    if (bytes > smallBody) await turns.bodies.wait(standing.grant.key, bytes)
    // While the request was waiting, the client's access may have been revoked, or the client may have left.
    if (response.destroyed) return
    const parsed = parse(body, limits.bodyBytes)
    if ('refusal' in parsed) return refuse(response, parsed.refusal)
    const era = eraOf(namedVersion(request), parsed.value)
    const endpoint = era === 'modern' ? modern : legacy
    await endpoint.post(request, response, standing, parsed.value)
  }

  const route: Route = (request, response, path, grant) => {
    if (isClosed) return refuse(response, closed)
    const { method } = request
    if (method !== 'POST' && method !== 'GET' && method !== 'DELETE') return refuse(response, wrongMethod)
    const standing = standingAt(response, path, grant)
    if (standing === null) return
    if (method === 'POST') return post(request, response, standing)
    if (isModernVersion(namedVersion(request))) return refuse(response, modernPostOnly)
    leaveUnread(request)
    if (method === 'GET') legacy.openStream(request, response, standing)
    else legacy.endSession(request, response, standing)
  }

  const routeSse: Route = (request, response, path, grant) => {
    if (isClosed) return refuse(response, closed)
    const { method } = request
    if (method !== 'POST' && method !== 'GET') return refuse(response, wrongSseMethod)
    const standing = standingAt(response, path, grant)
    if (standing === null) return
    if (method === 'GET') {
      leaveUnread(request)
      sse.open(request, response, standing)
    } else return sse.post(request, response, standing)
  }

  const guarded =
    (serve: Route): Serve =>
    async (request, response, path, grant) => {
      if (grant.client !== null) open.add(grant.key, response)
      try {
        await serve(request, response, path, grant)
        unread.served(request, response, grant)
      } catch (thrown) {
        log.error({ error: messageOf(thrown) }, 'serving a request failed')
        if (response.headersSent) response.destroy()
        else refuse(response, fault)
      }
    }

  return {
    handle: guarded(route),
    handleSse: guarded(routeSse),
    acceptLines: ({ project, client }) => {
      const projectId = project === null ? null : views.projectId(project)
      if (project !== null && projectId === null) throw new AppError('NOT_FOUND', `Project ${project} does not exist.`)
      const address: Scope = projectId === null ? { kind: 'all' } : { kind: 'project', projectId }
      const standing = new Standing(client === null ? adminGrant : grantNamed(client), address, false)
      if (isNowhere(standing.scope))
        throw new AppError(
          'FORBIDDEN',
          `The client ${client} is not allowed to use ${project === null ? 'any project' : `the project ${project}`}.`,
        )
      return (stream) => serveLines(stream, { channels, standing, backlog, maxBytes: limits.bodyBytes })
    },
    get unreadEnded() {
      return backlog.ended
    },
    inUse: () => {
      const { sessions } = legacy
      const { size, underWay } = channels
      const subscriptions = modernMethods.openSubscriptions
      const held = modernMethods.heldCalls
      return { clients: sessions + size, sessions, channels: size, subscriptions, held, underWay }
    },
    close: () => {
      if (isClosed) return
      isClosed = true
      stopListening()
      notice.close()
      channels.close()
      modernMethods.close()
      legacy.close()
      keepAlive.close()
      backlog.close()
    },
  }
}

/** Reads and drops the body. While a body is unread, Node does not report that the client has disconnected. */
function leaveUnread(request: IncomingMessage): void {
  request.resume()
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
  const excess = excessOf(body.bytes)
  if (excess !== null) return { refusal: { status: 400, code: parseError, message: `Parse error: the body ${excess}` } }
  try {
    return { value: JSON.parse(body.bytes.toString('utf8')) as unknown }
  } catch {
    return { refusal: malformed }
  }
}

/** Hashes of each scope's lists, computed once for all clients that are notified of one change. */
function hashesNow(views: GatewayViews): HashesOf {
  const known = new Map<string, ListHashes | undefined>()
  return (scope, search) => {
    const key = `${search ? 'search ' : ''}${scopeKey(scope)}`
    if (!known.has(key)) {
      const view = views.view(scope)
      known.set(key, view === null ? undefined : listHashes(view, search))
    }
    return known.get(key)
  }
}
