/** Finds the proxy for an address in the environment (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY). Pure. */
import { isIP } from 'node:net'
import { AppError } from '#contract/errors'

type Environment = Readonly<Record<string, string | undefined>>

/** The proxy; null for a direct connection. Addresses on this machine are always reached directly. */
export function proxyFor(url: URL, environment: Environment): URL | null {
  const host = bareHost(url.hostname)
  if (isLoopback(host) || isExempt(host, portOf(url), valueOf(environment, 'NO_PROXY'))) return null
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const text = valueOf(environment, name) || valueOf(environment, 'ALL_PROXY')
  return text === '' ? null : readProxy(text)
}

/** The lower-case name takes precedence, as in curl. */
function valueOf(environment: Environment, name: string): string {
  return (environment[name.toLowerCase()] || environment[name] || '').trim()
}

function readProxy(text: string): URL {
  const address = text.includes('://') ? text : `http://${text}`
  const proxy = URL.canParse(address) ? new URL(address) : null
  if (proxy !== null && (proxy.protocol === 'http:' || proxy.protocol === 'https:')) return proxy
  const kind = proxy === null ? 'It is not an address.' : `${proxy.protocol}// proxies are not supported.`
  throw new AppError('SERVER_UNAVAILABLE', `The proxy named by the environment cannot be used. ${kind}`)
}

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/** The host without the brackets of an IPv6 address. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

/** Whether the host is a name or an IP address of this machine. */
export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  )
}

/** An entry of NO_PROXY is a name (including all subdomains), an address, or `*`. It may have a port. */
function isExempt(host: string, port: number, list: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const [, name = '', entryPort] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? []
      if (entryPort !== undefined && Number(entryPort) !== port) return false
      const wanted = name.toLowerCase().replace(/^\*?\./, '')
      return wanted !== '' && (host === wanted || (isIP(host) === 0 && host.endsWith(`.${wanted}`)))
    })
}

/** The credentials for a proxy; null if the proxy's address contains none. */
export function proxyAuthorization(proxy: URL): string | null {
  if (proxy.username === '' && proxy.password === '') return null
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}
