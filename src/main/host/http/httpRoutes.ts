/** Which path is answered by whom, after admission. `/mcp` comes first: it is the hot path. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorCodes } from '#contract/errors'
import type { ErrorCode } from '#contract/errors'
import type { Engine } from '#engine/createEngine'
import type { Log } from '#engine/ports'
import { admit, admitPlace } from '#main/host/http/admission'
import type { Admission, AdmissionRules } from '#main/host/http/admission'
import { describeRest } from '#main/host/http/openApiDocument'
import type { Page } from '#main/host/http/page'
import type { Tickets } from '#main/host/http/tickets'
import { logFault, toAppError } from '#main/host/wires/wireErrors'
import { restPrefix } from '#main/host/wires/wires'
import type { Wires } from '#main/host/wires/wires'

export interface Routes {
  readonly rules: AdmissionRules
  readonly tickets: Tickets
  readonly gateway: Pick<Engine['gateway'], 'handle'>
  readonly wires: Wires
  readonly page: Page | null
  readonly version: string
  readonly log: Log
}

const gatewayPath = '/mcp'
const socketPath = '/api/ws'

export function createAnswer(routes: Routes): (request: IncomingMessage, response: ServerResponse) => void {
  const { rules, gateway, log } = routes
  const fail = (thrown: unknown, path: string, response: ServerResponse) => {
    const error = toAppError(thrown)
    logFault(log, error, { path })
    sendError(response, error.code, error.message)
  }
  return (request, response) => {
    const path = pathOf(request.url ?? '/')
    if (path.startsWith(gatewayPath) && (path.length === gatewayPath.length || path[gatewayPath.length] === '/')) {
      const admission = admit(rules, request.headers)
      if (admission !== 'admitted') return refuse(response, admission)
      gateway.handle(request, response, path.slice(gatewayPath.length)).catch((error) => fail(error, path, response))
      return
    }
    answerRest(routes, path, request, response).catch((error) => fail(error, path, response))
  }
}

/** Null when the socket may be opened. */
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
  if (path === '/healthz') return sendJson(response, 200, '{"ok":true}')
  if (!path.startsWith('/api/')) {
    const admission = admitPlace(routes.rules, request.headers)
    if (admission !== 'admitted') return refuse(response, admission)
    if (await routes.page?.serve(path, method, response)) return
    return sendError(response, 'NOT_FOUND', 'There is nothing at this address.')
  }
  const admission = admit(routes.rules, request.headers)
  if (admission !== 'admitted') return refuse(response, admission)
  if (path === `${restPrefix}/tickets` && method === 'POST') {
    return sendJson(response, 200, JSON.stringify({ ticket: routes.tickets.issue() }))
  }
  if (path === '/api/openapi.json' && method === 'GET') {
    return sendJson(response, 200, await describeRest(routes.version))
  }
  if (path.startsWith(`${restPrefix}/`) && (await routes.wires.serveRest(request, response))) return
  sendError(response, 'NOT_FOUND', `No route answers ${method} ${path}.`)
}

type Refusal = Exclude<Admission, 'admitted'>

const refusals: Readonly<Record<Refusal, { readonly code: ErrorCode; readonly message: string }>> = {
  foreignHost: { code: 'FORBIDDEN', message: 'Use the address that Switchboard printed; this Host is not its own.' },
  foreignOrigin: { code: 'FORBIDDEN', message: 'Pages of other origins may not use this endpoint.' },
  noToken: { code: 'UNAUTHORIZED', message: 'Send the access token: `Authorization: Bearer TOKEN`.' },
}

function refuse(response: ServerResponse, admission: Refusal): void {
  const { code, message } = refusals[admission]
  if (code === 'UNAUTHORIZED') response.setHeader('www-authenticate', 'Bearer')
  sendError(response, code, message)
}

/** The form in which the REST wire answers errors, too. */
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

function pathOf(url: string): string {
  const query = url.indexOf('?')
  return query === -1 ? url : url.slice(0, query)
}
