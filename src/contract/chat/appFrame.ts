/**
 * The document that pages of servers (MCP Apps) are shown in: where it is served, and which addresses of the web one may
 * be given. Both the host that serves it and the page that frames it are built on these. Pure.
 */

/** Below the host's own address. Its policy makes the origin of whatever is in it nobody's. */
export const appFramePath = '/app-frame'

/** In the desktop app it has a site of its own, so that no process is shared with the window's page. */
export const desktopAppFrame = `https://apps.switchboard-frames.internal${appFramePath}`

/** What a page of a server may load from (`resources`) and exchange data with (`connections`). Empty: nothing. */
export interface AppNetwork {
  readonly connections: readonly string[]
  readonly resources: readonly string[]
}

export const noNetwork: AppNetwork = { connections: [], resources: [] }

const mostOrigins = 20
/** A name of the web with at least two parts, perhaps with `*.` before it: no numbers of machines, no local names. */
const webOrigin =
  /^https:\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9](?::\d{1,5})?$/
const localName = /\.(?:local|localhost|internal|lan|home|intranet|corp|test|invalid|example|arpa|onion)(?::\d{1,5})?$/

export function isWebOrigin(origin: string): boolean {
  return origin.length <= 255 && webOrigin.test(origin) && !localName.test(origin)
}

/** What is none of the web is left out; so is whatever comes after the first twenty. */
export function webOrigins(given: unknown): readonly string[] {
  if (!Array.isArray(given)) return []
  const written = given.filter((one): one is string => typeof one === 'string')
  const origins = written.map((one) => one.trim().toLowerCase().replace(/\/$/, ''))
  return [...new Set(origins.filter(isWebOrigin))].slice(0, mostOrigins)
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

/** Back again, and checked again: whoever asks for the document may have written anything. */
export function appNetworkIn(query: { getAll(name: string): string[] }): AppNetwork {
  return {
    connections: webOrigins(query.getAll(fields.connections)),
    resources: webOrigins(query.getAll(fields.resources)),
  }
}

/** The document tells its window that it is there, and is given what to show; the names are those of MCP Apps. */
export const frameReady = 'ui/notifications/sandbox-proxy-ready'
export const frameContent = 'ui/notifications/sandbox-resource-ready'
