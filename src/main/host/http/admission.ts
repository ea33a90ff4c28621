/**
 * Who is let in by HTTP. Pure and the only place that decides it. Host and Origin are checked because any web page the
 * person opens can reach a loopback port: with a name that resolves to it (Host) or from its own address (Origin).
 */
import { hash, timingSafeEqual } from 'node:crypto'

export type Admission = 'admitted' | 'foreignHost' | 'foreignOrigin' | 'noToken'

export interface AdmissionRules {
  readonly hosts: ReadonlySet<string>
  readonly origins: ReadonlySet<string>
  /** The token and its digest: the one is compared at once, the other whatever the length of what was given. */
  readonly token: Buffer
  readonly tokenDigest: Buffer
}

interface RequestFacts {
  readonly host?: string | undefined
  readonly origin?: string | undefined
  readonly authorization?: string | undefined
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]']

export function admissionRules(port: number, token: string): AdmissionRules {
  const hosts = loopbackNames.map((name) => `${name}:${port}`)
  // A browser leaves the port out where it is the default of the scheme.
  if (port === 80) hosts.push(...loopbackNames)
  return {
    hosts: new Set(hosts),
    origins: new Set(hosts.map((host) => `http://${host}`)),
    token: Buffer.from(token),
    tokenDigest: digest(token),
  }
}

/** For what needs no token: the page itself, and sockets that come with a ticket. */
export function admitPlace(rules: AdmissionRules, facts: RequestFacts): Admission {
  if (facts.host === undefined || !rules.hosts.has(facts.host)) return 'foreignHost'
  if (facts.origin !== undefined && !rules.origins.has(facts.origin)) return 'foreignOrigin'
  return 'admitted'
}

export function admit(rules: AdmissionRules, facts: RequestFacts): Admission {
  const place = admitPlace(rules, facts)
  if (place !== 'admitted') return place
  return bearsToken(rules, facts.authorization) ? 'admitted' : 'noToken'
}

const scheme = 'bearer '

/** In a time that tells nothing of the token but its length, which is no secret. */
function bearsToken(rules: AdmissionRules, authorization: string | undefined): boolean {
  if (authorization === undefined) return false
  if (authorization.slice(0, scheme.length).toLowerCase() !== scheme) return false
  const given = Buffer.from(authorization.slice(scheme.length))
  // Of the right length it is compared as it is, which is what every good request costs.
  if (given.length === rules.token.length) return timingSafeEqual(given, rules.token)
  return timingSafeEqual(digest(given), rules.tokenDigest)
}

function digest(text: string | Buffer): Buffer {
  return hash('sha256', text, 'buffer')
}
