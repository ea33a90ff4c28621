/**
 * The frame document that shows servers' pages (MCP Apps): where it is served, and which web origins it may use. The
 * host that serves it and the page that frames it both use this. Pure.
 */

/** A path below the host's own address. The document's policy gives the content an opaque origin. */
export const appFramePath = '/app-frame'

/** The desktop app serves the document on a site of its own, so that it shares no process with the window's page. */
export const desktopAppFrame = `https://apps.switchboard-frames.internal${appFramePath}`

/** The origins that a server's page may load from (`resources`) and exchange data with (`connections`). Empty: none. */
export interface AppNetwork {
  readonly connections: readonly string[]
  readonly resources: readonly string[]
}

export const noNetwork: AppNetwork = { connections: [], resources: [] }

const maxOrigins = 20
/** A domain name with at least two parts, optionally after `*.`. IP addresses and local names do not match. */
const webOrigin =
  /^https:\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9](?::\d{1,5})?$/
const localName = /\.(?:local|localhost|internal|lan|home|intranet|corp|test|invalid|example|arpa|onion)(?::\d{1,5})?$/

export function isWebOrigin(origin: string): boolean {
  return origin.length <= 255 && webOrigin.test(origin) && !localName.test(origin)
}

/** Leaves out invalid origins, and all after the first twenty. */
export function webOrigins(given: unknown): readonly string[] {
  if (!Array.isArray(given)) return []
  const written = given.filter((one): one is string => typeof one === 'string')
  const origins = written.map((one) => one.trim().toLowerCase().replace(/\/$/, ''))
  return [...new Set(origins.filter(isWebOrigin))].slice(0, maxOrigins)
}

export function wantsNetwork({ connections, resources }: AppNetwork): boolean {
  return connections.length > 0 || resources.length > 0
}

const fields = { connections: 'connect', resources: 'load' } as const

export function appFrameQuery(network: AppNetwork): string {
  const written = (Object.keys(fields) as (keyof AppNetwork)[]).flatMap((key) =>
    network[key].map((origin) => `${fields[key]}=${encodeURIComponent(origin)}`),
  )
  return written.length === 0 ? '' : `?${written.join('&')}`
}

/** Checks the origins again, because the request for the document may contain anything. */
export function appNetworkIn(query: { getAll(name: string): string[] }): AppNetwork {
  return {
    connections: webOrigins(query.getAll(fields.connections)),
    resources: webOrigins(query.getAll(fields.resources)),
  }
}

/** The messages between the document and the window that frames it. Their names are those of MCP Apps. */
export const frameReady = 'ui/notifications/sandbox-proxy-ready'
export const frameContent = 'ui/notifications/sandbox-resource-ready'
