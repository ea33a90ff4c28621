/** Which proxy an address is reached through, as the environment says (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY). Pure. */
import { isIP } from 'node:net'
import { AppError } from '#contract/errors'

type Environment = Readonly<Record<string, string | undefined>>

/** Null for a direct way. Programs on this machine are never behind a proxy. */
export function proxyFor(url: URL, environment: Environment): URL | null {
  const host = bareHost(url.hostname)
  if (isLoopback(host) || isExempt(host, portOf(url), valueOf(environment, 'NO_PROXY'))) return null
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const text = valueOf(environment, name) || valueOf(environment, 'ALL_PROXY')
  return text === '' ? null : readProxy(text)
}

/** Small letters first, as curl has it. */
function valueOf(environment: Environment, name: string): string {
  return (environment[name.toLowerCase()] || environment[name] || '').trim()
}

function readProxy(text: string): URL {
  const address = text.includes('://') ? text : `http://${text}`
  const proxy = URL.canParse(address) ? new URL(address) : null
  if (proxy !== null && (proxy.protocol === 'http:' || proxy.protocol === 'https:')) return proxy
  const kind = proxy === null ? 'It is not an address.' : `Proxies of the kind ${proxy.protocol}// are not supported.`
  throw new AppError('SERVER_UNAVAILABLE', `The proxy that the environment names cannot be used. ${kind}`)
}

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

/** Without the brackets of an IPv6 address. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  )
}

/** An entry is a name (and all below it), an address, or `*`; it may name a port. */
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

/** What a proxy is told of who asks; null when its address names nobody. */
export function proxyAuthorization(proxy: URL): string | null {
  if (proxy.username === '' && proxy.password === '') return null
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}
