/** Decides which handler answers which path, after admission. `/mcp` comes first because it is the hot path. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorCodes } from '#contract/errors'
import { callPath } from '#contract/hosting/paths'
import type { ErrorCode } from '#contract/errors'
import type { Engine } from '#engine/createEngine'
import { isOfClient } from '#engine/access/grant'
import type { Log } from '#engine/ports'
import { admitClient, admitOwner, admitPlace, bearerOf, isOwner } from '#main/host/http/admission'
import type { AdmissionRules, Refusal } from '#main/host/http/admission'
import type { Page } from '#main/host/http/page'
import type { Tickets } from '#main/host/http/tickets'
import { faultOf, logFault } from '#main/host/wires/faults'
import { restPrefix } from '#main/host/wires/restPrefix'
import { backedUpVolume, hasTicket, sendBackup } from '#main/host/http/volumeBackup'
import { refuseRequest } from '#main/host/wires/turnAway'
import type { Wires } from '#main/host/wires/wires'

/** The parts of an engine that HTTP serves besides the contract. */
export interface ServedEngine {
  readonly gateway: Pick<Engine['gateway'], 'handle' | 'handleSse'>
  readonly access: Pick<Engine['access'], 'grantOf'>
  readonly metrics: Pick<Engine['metrics'], 'readiness' | 'text'>
  readonly hosting: Pick<Engine['hosting'], 'backupVolume'>
}

export interface Routes {
  readonly rules: AdmissionRules
  /** Tickets for opening a socket. */
  readonly tickets: Tickets
  /** Tickets that a browser exchanges for the access token. */
  readonly signIns: Pick<Tickets, 'redeem'>
  /** Tickets for downloading a volume's backup. */
  readonly backups: Pick<Tickets, 'redeem'>
  readonly engine: ServedEngine
  readonly wires: Wires
  readonly page: Page | null
  readonly version: string
  readonly log: Log
}

/** The media type of Prometheus' text format. */
const metricContentType = 'text/plain; version=0.0.4; charset=utf-8'

const gatewayPath = '/mcp'
const ssePath = '/sse'
const socketPath = '/api/ws'
const metricsPath = '/metrics'
const signInPath = `${restPrefix}/sign-in`
const ticketScheme = /^ticket (\S+)$/i

/** How long a response may stay unread before its connection is closed. */
const maxUnreadMs = 10_000

export function createAnswer(routes: Routes): (request: IncomingMessage, response: ServerResponse) => void {
  const { rules, log } = routes
  const { gateway } = routes.engine
  const fail = (thrown: unknown, path: string, response: ServerResponse) => {
    const error = faultOf(thrown)
    logFault(log, error, { path })
    sendError(response, error.code, error.message)
  }
  return (request, response) => {
    const url = request.url ?? '/'
    const path = pathOf(url)
    const isSse = isAt(ssePath, path)
    if (isSse || isAt(gatewayPath, path)) {
      const grant = admitClient(rules, request.headers)
      if (typeof grant === 'string') return refuse(request, response, grant)
      const serve = isSse ? gateway.handleSse : gateway.handle
      const rest = url.slice(isSse ? ssePath.length : gatewayPath.length)
      serve(request, response, rest, grant).catch((error) => fail(error, path, response))
      return
    }
    answerRest(routes, path, request, response).catch((error) => fail(error, path, response))
  }
}

/** The reason to refuse a socket; null if it may be opened. */
export function refuseSocket(routes: Pick<Routes, 'rules' | 'tickets'>, request: IncomingMessage): ErrorCode | null {
  const url = request.url ?? '/'
  const path = pathOf(url)
  if (path !== socketPath) return 'NOT_FOUND'
  const admission = admitPlace(routes.rules, request.headers)
  if (admission !== 'admitted') return refusals[admission].code
  const ticket = new URLSearchParams(url.slice(path.length)).get('ticket')
  return ticket !== null && routes.tickets.redeem(ticket) ? null : 'UNAUTHORIZED'
}

async function answerRest(routes: Routes, path: string, request: IncomingMessage, response: ServerResponse) {
  const method = request.method ?? 'GET'
  if (!path.startsWith('/api/') && path !== metricsPath) return answerAnyone(routes, path, request, response)
  if (path === signInPath && method === 'POST') return signIn(routes, request, response)
  if (method === 'POST' && isHostedCall(path)) return answerCall(routes, request, response)
  const volume = method === 'GET' ? backedUpVolume(path) : null
  const admission = admitReader(routes, volume, request)
  if (admission !== 'admitted') return refuse(request, response, admission)
  if (path === metricsPath && method === 'GET') return sendMetrics(routes, response)
  if (path === `${restPrefix}/tickets` && method === 'POST') {
    return sendJson(response, 200, JSON.stringify({ ticket: routes.tickets.issue() }))
  }
  if (path === '/api/openapi.json' && method === 'GET') {
    return sendJson(response, 200, await routes.wires.describeRest(routes.version))
  }
  if (volume !== null) return sendBackup(routes.engine.hosting, volume, request, response)
  if (path.startsWith(`${restPrefix}/`) && (await routes.wires.serveRest(request, response))) return
  sendError(response, 'NOT_FOUND', `Route ${method} ${path} does not exist.`)
}

/** Answers the only REST route that accepts a client's token. It calls a hosted server as the endpoint would. */
async function answerCall({ rules, wires }: Routes, request: IncomingMessage, response: ServerResponse) {
  const grant = admitClient(rules, request.headers)
  if (typeof grant === 'string') return refuse(request, response, grant)
  if (!(await wires.serveRest(request, response, isOfClient(grant) ? grant : undefined)))
    sendError(response, 'NOT_FOUND', 'Nothing is served at this address.')
}

const [beforeId = '', behindId = ''] = `${restPrefix}${callPath}`.split('{id}')

function isHostedCall(path: string): boolean {
  return path.startsWith(beforeId) && path.endsWith(behindId)
}

/** A browser that downloads a file cannot send a token, so its address has a ticket. */
function admitReader({ rules, backups }: Routes, volume: string | null, { url = '/', headers }: IncomingMessage) {
  if (volume === null || headers.authorization !== undefined) return admitOwner(rules, headers)
  const place = admitPlace(rules, headers)
  if (place !== 'admitted') return place
  return hasTicket(url, backups) ? place : 'noToken'
}

/** A foreign page that has learned the address cannot use up the ticket, which still works for the right page. */
function signIn({ rules, signIns }: Routes, request: IncomingMessage, response: ServerResponse): void {
  const admission = admitPlace(rules, request.headers)
  if (admission !== 'admitted') return refuse(request, response, admission)
  const [, ticket = ''] = ticketScheme.exec(request.headers.authorization ?? '') ?? []
  if (!signIns.redeem(ticket)) return refuse(request, response, 'noTicket')
  sendJson(response, 200, JSON.stringify({ token: rules.token.toString() }))
}

/** Answers requests that need no token. The answers are immediate, so slow readers are not waited for. */
async function answerAnyone(routes: Routes, path: string, request: IncomingMessage, response: ServerResponse) {
  response.setTimeout(maxUnreadMs)
  if (path === '/healthz') return sendJson(response, 200, '{"ok":true}')
  if (path === '/readyz') return sendReadiness(routes, request, response)
  const admission = admitPlace(routes.rules, request.headers)
  if (admission !== 'admitted') return refuse(request, response, admission)
  const { url = '/', method = 'GET', headers } = request
  if (await routes.page?.serve(url, method, headers.host ?? '', response)) return
  sendError(response, 'NOT_FOUND', 'Nothing is served at this address.')
}

const refusals: Readonly<Record<Refusal | 'noTicket', { readonly code: ErrorCode; readonly message: string }>> = {
  foreignHost: { code: 'FORBIDDEN', message: 'This Host is not allowed. Use the address that Switchboard printed.' },
  foreignOrigin: { code: 'FORBIDDEN', message: 'Pages from other origins may not use this endpoint.' },
  noTicket: {
    code: 'UNAUTHORIZED',
    message: 'This sign-in address has expired or was already used. Get a new one with `switchboard open`.',
  },
  noToken: {
    code: 'UNAUTHORIZED',
    message: 'The access token is missing or wrong. Send it as `Authorization: Bearer TOKEN`.',
  },
}

function refuse(request: IncomingMessage, response: ServerResponse, admission: Refusal | 'noTicket'): void {
  const { code, message } = refusals[admission]
  if (code === 'UNAUTHORIZED') response.setHeader('www-authenticate', 'Bearer')
  refuseRequest(request, response, () => sendError(response, code, message))
}

/** Errors have the same form as on the REST wire. */
function sendError(response: ServerResponse, code: ErrorCode, message: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const status = errorCodes[code]
  sendJson(response, status, JSON.stringify({ defined: false, code, status, message }))
}

function sendJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(json)
}

/** Tells process monitors how many servers are ready. Only the owner also sees which. */
function sendReadiness({ engine, rules }: Routes, request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request
  const readiness = engine.metrics.readiness(isOwner(rules, bearerOf(headers.authorization)))
  sendJson(response, readiness.ready ? 200 : 503, JSON.stringify(readiness))
}

function sendMetrics({ engine }: Routes, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': metricContentType, 'cache-control': 'no-store' })
  response.end(engine.metrics.text())
}

/** Whether the path is this one, or below it. */
function isAt(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
