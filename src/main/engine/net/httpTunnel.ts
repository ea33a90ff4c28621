/** Opens TLS to a server through a proxy: with a CONNECT request, then the handshake inside the tunnel. */
import type http from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import tls, { type ConnectionOptions, type TLSSocket } from 'node:tls'
import { bareHost, portOf, proxyAuthorization } from '#engine/net/proxy'
import { nodeHttp } from '#engine/net/nodeHttp'

/** The error if the proxy did not accept the CONNECT request. */
export class ProxyRefusal extends Error {
  readonly status: number

  constructor(proxy: URL, target: string, status: number, text: string) {
    super(`The proxy ${proxy.host} refused to connect to ${target}: ${status} ${text}`)
    this.name = 'ProxyRefusal'
    this.status = status
  }
}

/** How to reach the proxy itself: unencrypted or over TLS. */
export function viaOf(proxy: URL, tlsOptions: ConnectionOptions) {
  const authorization = proxyAuthorization(proxy)
  return {
    request: proxy.protocol === 'https:' ? https.request : nodeHttp.request,
    options: { host: bareHost(proxy.hostname), port: portOf(proxy), ...(proxy.protocol === 'https:' && tlsOptions) },
    headers: authorization === null ? {} : { 'proxy-authorization': authorization },
  }
}

export function openTunnel(
  proxy: URL,
  host: string,
  port: number,
  tlsOptions: ConnectionOptions,
  done: (error: Error | null, socket?: Socket) => void,
): void {
  const via = viaOf(proxy, tlsOptions)
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const request = via.request({
    ...via.options,
    method: 'CONNECT',
    path: target,
    headers: { ...via.headers, host: target },
    agent: false,
  })
  request.once('error', (error) => done(error))
  request.once('connect', (response, socket, head) => {
    const status = response.statusCode ?? 0
    if (status >= 200 && status < 300 && head.length === 0) {
      done(null, socket)
      return
    }
    socket.destroy()
    done(new ProxyRefusal(proxy, target, status, response.statusMessage ?? ''))
  })
  request.end()
}

/** Provides TLS sockets through the proxy, and keeps free ones for later requests. */
export class TunnelAgent extends https.Agent {
  readonly #proxy: URL
  readonly #tls: ConnectionOptions

  constructor(proxy: URL, tlsOptions: ConnectionOptions, options: https.AgentOptions) {
    super(options)
    this.#proxy = proxy
    this.#tls = tlsOptions
  }

  override createConnection(
    options: http.ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const host = options.host ?? ''
    const fail = (error: Error) => callback?.(error, undefined as unknown as Duplex)
    openTunnel(this.#proxy, host, Number(options.port), this.#tls, (error, socket) => {
      if (error !== null || socket === undefined) fail(error ?? new Error('The proxy did not open a connection.'))
      else
        shakeHands(socket, host, this.#tls, (failure, secure) => (failure ? fail(failure) : callback?.(null, secure)))
    })
  }
}

function shakeHands(
  socket: Socket,
  host: string,
  tlsOptions: ConnectionOptions,
  done: (error: Error | null, secure: TLSSocket) => void,
): void {
  const secure = tls.connect({ ...tlsOptions, ...serverName(host), socket, ALPNProtocols: ['http/1.1'] })
  const failed = (error: Error) => done(error, secure)
  secure.once('error', failed)
  secure.once('secureConnect', () => {
    secure.off('error', failed)
    done(null, secure)
  })
}

/** An IP address must not be sent as a server name. The certificate is checked against the host in both cases. */
export function serverName(host: string): { host: string; servername?: string } {
  return /^[\d.]+$|:/.test(host) ? { host } : { host, servername: host }
}
