/**
 * Decides which HTTP requests are admitted. No other code does. Host and Origin are checked because any web page can
 * reach a loopback port: by a name that resolves to it (Host), or from its own origin (Origin). Pure.
 */
import { timingSafeEqual } from 'node:crypto'
import { adminGrant, type ClientGrant, type Grant } from '#engine/access/grant'

export type Refusal = 'foreignHost' | 'foreignOrigin' | 'noToken'
export type Admission = 'admitted' | Refusal

export interface AdmissionRules {
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
  /** The owner's access token. */
  readonly token: Buffer
  /** The grant of a client's token; null for any other text. Tokens are found by their digests. */
  readonly clientGrant: (token: string) => ClientGrant | null
}

interface RequestFacts {
  readonly host?: string | undefined
  readonly origin?: string | undefined
  readonly authorization?: string | undefined
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

export function admissionRules(
  port: number,
  token: string,
  clientGrant: AdmissionRules['clientGrant'],
): AdmissionRules {
  const hosts = loopbackNames.map((name) => `${name}:${port}`)
  // Browsers omit the scheme's default port.
  if (port === 80) hosts.push(...loopbackNames)
  return {
    hosts: new Set(hosts),
    origins: new Set(hosts.map((host) => `http://${host}`)),
    token: Buffer.from(token),
    clientGrant,
  }
}

/** Admits requests that need no token: those for the page itself, and for sockets with a ticket. */
export function admitPlace(rules: AdmissionRules, facts: RequestFacts): Admission {
  if (facts.host === undefined || !rules.hosts.has(facts.host)) return 'foreignHost'
  if (facts.origin !== undefined && !rules.origins.has(facts.origin)) return 'foreignOrigin'
  return 'admitted'
}

/** Admits requests that only the owner may make. A client's token does not count here. */
export function admitOwner(rules: AdmissionRules, facts: RequestFacts): Admission {
  const place = admitPlace(rules, facts)
  if (place !== 'admitted') return place
  return isOwner(rules, bearerOf(facts.authorization)) ? 'admitted' : 'noToken'
}

/** Admits requests to the MCP endpoint, which accepts the owner's token and clients' tokens. */
export function admitClient(rules: AdmissionRules, facts: RequestFacts): Grant | Refusal {
  const place = admitPlace(rules, facts)
  if (place !== 'admitted') return place
  const token = bearerOf(facts.authorization)
  if (isOwner(rules, token)) return adminGrant
  return (token === null ? null : rules.clientGrant(token)) ?? 'noToken'
}

/** Whether the bearer is the owner. Some answers show others only a part. */
export function isOwner({ token }: AdmissionRules, given: string | null): boolean {
  if (given === null) return false
  const bytes = Buffer.from(given)
  // The comparison takes constant time, so it shows only the token's length, which is not secret.
  return bytes.length === token.length && timingSafeEqual(bytes, token)
}

const scheme = 'bearer '

export function bearerOf(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.slice(0, scheme.length).toLowerCase() !== scheme) return null
  return authorization.slice(scheme.length)
}
