/**
 * Finds the route to an address: direct or through a proxy, with the trusted certificates. One instance serves the
 * whole engine.
 */
import type http from 'node:http'
import https from 'node:https'
import tls, { type ConnectionOptions } from 'node:tls'
import { bareHost, portOf, proxyFor } from '#engine/net/proxy'
import { trustedAuthorities } from '#engine/net/httpCertificates'
import { openTunnel, serverName, TunnelAgent, viaOf } from '#engine/net/httpTunnel'
import { nodeHttp } from '#engine/net/nodeHttp'
import type { Clock, Log } from '#engine/ports'

export interface HttpRoutes {
  /**
   * The options with which `request` reaches the address. Throws `SERVER_UNAVAILABLE` if the proxy cannot be used.
   */
  to(url: URL): HttpRoute
  /** Describes the certificate of the server at this address; null if none can be read. Sends no request. */
  certificateOf(url: URL): Promise<string | null>
}

export interface HttpRoute {
  readonly request: typeof http.request
  readonly options: http.RequestOptions
  readonly headers: Readonly<Record<string, string>>
  /** Whether a proxy opens the connection. */
  readonly proxied: boolean
}

export interface HttpRoutesOptions {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly log: Log
}

/**
 * How long an idle connection may be reused. Servers close idle connections after about five seconds, perhaps just
 * before a request arrives.
 */
const idleSocketMs = 4_000
const certificateMs = 3_000

export function createHttpRoutes({ environment, clock, log }: HttpRoutesOptions): HttpRoutes {
  const pool = { keepAlive: true, timeout: idleSocketMs }
  const plain = new nodeHttp.Agent(pool)
  const byProxy = new Map<string, http.Agent>()
  let trust: ConnectionOptions | null = null
  let secure: https.Agent | null = null

  // Loaded on demand, because reading the system's certificates takes a moment.
  const trusted = (): ConnectionOptions => {
    if (trust !== null) return trust
    const ca = trustedAuthorities(environment, log)
    trust = ca === undefined ? {} : { secureContext: tls.createSecureContext({ ca: [...ca] }) }
    return trust
  }

  const kept = (key: string, make: () => http.Agent): http.Agent => {
    const agent = byProxy.get(key) ?? make()
    byProxy.set(key, agent)
    return agent
  }

  return {
    to(url) {
      const isSecure = url.protocol === 'https:'
      const proxy = proxyFor(url, environment)
      const direct = { host: bareHost(url.hostname), port: portOf(url), path: `${url.pathname}${url.search}` }
      if (proxy !== null && isSecure) {
        const agent = kept(`tunnel ${proxy.href}`, () => new TunnelAgent(proxy, trusted(), pool))
        return { request: https.request, options: { ...direct, agent }, headers: {}, proxied: true }
      }
      if (proxy !== null) {
        const { request, options, headers } = viaOf(proxy, {})
        const path = `${url.origin}${url.pathname}${url.search}`
        const agent =
          proxy.protocol === 'https:'
            ? kept(`forward ${proxy.href}`, () => new https.Agent({ ...pool, ...trusted() }))
            : plain
        return { request, options: { ...options, path, agent }, headers: { host: url.host, ...headers }, proxied: true }
      }
      const toServer = { headers: {}, proxied: false }
      if (!isSecure) return { request: nodeHttp.request, options: { ...direct, agent: plain }, ...toServer }
      secure ??= new https.Agent({ ...pool, ...trusted() })
      return { request: https.request, options: { ...direct, agent: secure }, ...toServer }
    },

    certificateOf: (url) =>
      new Promise((resolve) => {
        const timer = clock.after(certificateMs, () => resolve(null))
        const settle = (words: string | null) => {
          timer.cancel()
          resolve(words)
        }
        const host = bareHost(url.hostname)
        const look = (options: ConnectionOptions) => {
          // Trust does not matter here, because this connection is closed before anything is sent.
          const socket = tls.connect({ ...options, ...serverName(host), rejectUnauthorized: false })
          socket.once('error', () => settle(null))
          socket.once('secureConnect', () => {
            settle(inWords(socket.getPeerCertificate()))
            socket.destroy()
          })
        }
        const proxy = proxyFor(url, environment)
        if (proxy === null) look({ port: portOf(url) })
        else
          openTunnel(proxy, host, portOf(url), trusted(), (_error, socket) =>
            socket ? look({ socket }) : settle(null),
          )
      }),
  }
}

function inWords(certificate: tls.PeerCertificate): string | null {
  if (certificate.subject === undefined) return null
  return `it is for "${nameIn(certificate.subject)}", issued by "${nameIn(certificate.issuer)}", valid until ${certificate.valid_to}`
}

function nameIn(name: tls.Certificate): string {
  return [name.CN ?? name.OU ?? name.O ?? '(no name)'].flat().join(', ')
}
