/** A local HTTP listener to which the browser returns from an issuer. It is open only while a sign-in is waiting. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '#contract/errors'
import type { SignInSettings } from '#contract/servers/signInSettings'
import { nodeHttp } from '#engine/net/nodeHttp'
import { type CallbackPage, callbackHeaders, callbackHtml } from '#engine/signIn/callback/callbackPage'

export type RedirectHost = NonNullable<SignInSettings['redirectHost']>

export interface RedirectListener {
  readonly redirectUri: string
  close(): void
}

export interface RedirectListenerOptions {
  readonly host: RedirectHost
  /** 0: any free port. */
  readonly port: number
  readonly onCallback: (parameters: URLSearchParams) => Promise<CallbackPage>
}

const path = '/callback'
const maxConnections = 32
const requestMs = 10_000
const freePortTries = 5

/** Opens the listener. Null if another program uses the port. */
export async function openRedirectListener(options: RedirectListenerOptions): Promise<RedirectListener | null> {
  // A port that is free on IPv4 may be taken on IPv6, so other ports are tried.
  for (let attempt = 1; ; attempt += 1) {
    const listener = await openAt(options)
    if (listener !== null || options.port !== 0 || attempt === freePortTries) return listener
  }
}

async function openAt({ host, port, onCallback }: RedirectListenerOptions): Promise<RedirectListener | null> {
  const servers: Server[] = []
  const close = () => {
    for (const server of servers) {
      server.close()
      server.closeIdleConnections()
    }
  }
  // For `localhost`, browsers may try the IPv4 or the IPv6 address.
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : ['127.0.0.1']
  let bound = port
  for (const address of addresses) {
    const server = createListener(onCallback)
    const outcome = await listen(server, address, bound)
    if (outcome === 'missing' && servers.length > 0) continue
    if (typeof outcome !== 'number') {
      close()
      if (outcome === 'taken') return null
      throw new AppError('INTERNAL', `Switchboard could not listen on ${address} for the sign-in.`)
    }
    servers.push(server)
    bound = outcome
  }
  return { redirectUri: `http://${host}:${bound}${path}`, close }
}

function listen(server: Server, address: string, port: number): Promise<number | 'taken' | 'missing' | 'refused'> {
  return new Promise((resolve) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EADDRINUSE' || code === 'EACCES') resolve('taken')
      else resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' ? 'missing' : 'refused')
    })
    server.listen({ host: address, port, exclusive: true }, () => resolve((server.address() as AddressInfo).port))
  })
}

function createListener(onCallback: RedirectListenerOptions['onCallback']): Server {
  const server = nodeHttp.createServer((request, response) => {
    void answer(request, response, onCallback)
  })
  server.maxConnections = maxConnections
  server.requestTimeout = requestMs
  server.headersTimeout = requestMs
  return server
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  onCallback: RedirectListenerOptions['onCallback'],
): Promise<void> {
  const page = await pageFor(request, onCallback)
  const headers = page.status === 405 ? { ...callbackHeaders, allow: 'GET' } : callbackHeaders
  response.writeHead(page.status, headers)
  response.end(callbackHtml(page))
}

async function pageFor(
  request: IncomingMessage,
  onCallback: RedirectListenerOptions['onCallback'],
): Promise<CallbackPage> {
  if (!isOwnHost(request)) return notFound
  if (request.method !== 'GET') return { ...notFound, status: 405 }
  const url = URL.canParse(request.url ?? '', 'http://localhost')
    ? new URL(request.url ?? '', 'http://localhost')
    : null
  if (url === null || url.pathname !== path) return notFound
  return onCallback(url.searchParams)
}

const notFound: CallbackPage = {
  status: 404,
  title: 'Nothing here',
  text: 'Switchboard uses this address only to finish a sign-in.',
}

/** Refuses other host names: a foreign site could point a name of its own at this machine to reach the listener. */
function isOwnHost({ headers, socket }: IncomingMessage): boolean {
  const port = String(socket.localPort)
  return ['127.0.0.1', 'localhost', '[::1]'].some((host) => headers.host === `${host}:${port}`)
}
