/** Finds the issuer of a server's tokens, in the order that MCP's specification requires, and reports each step. */
import { AppError, messageOf } from '#contract/errors'
import type { SignInPhase, SignInStep } from '#contract/servers/signIn'
import type { SignInSettings } from '#contract/servers/signInSettings'
import { HttpFailure } from '#engine/net/httpExchange'
import type { IssuerFetch } from '#engine/signIn/discovery/issuerFetch'
import {
  assumedIssuer,
  type IssuerMetadata,
  readIssuerMetadata,
  readResourceMetadata,
  type ResourceMetadata,
} from '#engine/signIn/discovery/metadata'
import type { Sdk } from '#engine/signIn/flow/sdk'
import { signInError } from '#engine/signIn/signInError'

export type TellStep = (phase: SignInPhase, outcome: SignInStep['outcome'], text: string) => void

export interface DiscoveryOptions {
  readonly address: URL
  readonly settings: SignInSettings
  /** The metadata address that the server's refusal names. */
  readonly advertised: URL | null
  readonly fetch: IssuerFetch
  readonly sdk: Pick<Sdk, 'buildDiscoveryUrls' | 'checkResourceAllowed'>
  readonly tell: TellStep
}

export interface Discovered {
  readonly issuer: IssuerMetadata
  /** The `resource` parameter of all requests; null: left out. */
  readonly resource: string | null
  /** The scopes that the server's metadata offers. */
  readonly scopes: readonly string[] | null
}

export async function discover(options: DiscoveryOptions): Promise<Discovered> {
  const found = await findResource(options)
  const issuer = found === null ? await issuerAtOrigin(options) : await firstIssuer(options, found.issuers)
  return { issuer, resource: resourceOf(options, found), scopes: found?.scopes ?? null }
}

/**
 * The `resource` parameter. By default, the server's address without parts that mean nothing: a fragment, a query, a
 * lone slash.
 */
function resourceOf({ address, settings }: DiscoveryOptions, found: ResourceMetadata | null): string | null {
  if (settings.resource !== undefined) return settings.resource === 'omit' ? null : settings.resource
  return found?.resource ?? `${address.origin}${address.pathname === '/' ? '' : address.pathname}`
}

/** Reads the server's metadata. Null if it has none, like servers of revision 2025-03-26. */
async function findResource(options: DiscoveryOptions): Promise<ResourceMetadata | null> {
  const { address, advertised, tell } = options
  const wellKnown = '/.well-known/oauth-protected-resource'
  const path = address.pathname.replace(/\/$/, '')
  const candidates = [
    ...(advertised === null ? [] : [advertised]),
    ...(path === '' ? [] : [new URL(`${wellKnown}${path}`, address)]),
    new URL(wellKnown, address),
  ]
  const failures: unknown[] = []
  for (const url of unique(candidates)) {
    const document = await readDocument(options, 'resource', url, failures)
    const found = readResourceMetadata(document)
    if (found === null) {
      if (document !== null) tell('resource', 'warning', `${shown(url)} is not a server's metadata.`)
      continue
    }
    checkResource(options, found, url)
    if (found.issuers.length === 0) tell('resource', 'warning', `${shown(url)} names no issuer.`)
    else tell('resource', 'ok', `${shown(url)} names the issuer ${found.issuers.join(', ')}.`)
    return found.issuers.length === 0 ? { ...found, issuers: [address.origin] } : found
  }
  // A server that does not answer now may still have the document.
  if (failures.length > 0) throw toldAsFailed(options, 'resource', failures[0])
  tell('resource', 'warning', 'The server has no metadata that names an issuer. Its own address is tried.')
  return null
}

/** Throws if the document describes another server, because the tokens would be for that server. */
function checkResource({ address, settings, sdk, tell }: DiscoveryOptions, found: ResourceMetadata, url: URL): void {
  if (settings.resource !== undefined || found.resource === null) return
  const isMeant =
    URL.canParse(found.resource) &&
    sdk.checkResourceAllowed({ requestedResource: address, configuredResource: found.resource })
  if (isMeant) return
  const problem = `The metadata at ${shown(url)} is about ${found.resource}, not about ${shown(address)}.`
  tell('resource', 'failed', problem)
  const hint = 'The operator of the server has to correct it. If you trust the server, set the resource by hand.'
  throw signInError(problem, hint)
}

async function firstIssuer(options: DiscoveryOptions, issuers: readonly string[]): Promise<IssuerMetadata> {
  const failures: unknown[] = []
  for (const issuer of issuers) {
    const found = await readIssuer(options, issuer, issuer, failures)
    if (found !== null) return found
  }
  const text = `The issuer ${issuers.join(', ')} publishes no metadata that can be used.`
  const problem = failures[0] ?? signInError(text, 'The operator of the server has to correct it.')
  throw toldAsFailed(options, 'issuer', problem)
}

async function issuerAtOrigin(options: DiscoveryOptions): Promise<IssuerMetadata> {
  const { origin } = options.address
  const failures: unknown[] = []
  const found = await readIssuer(options, origin, `${origin}/`, failures)
  if (found !== null) return found
  if (failures.length > 0) throw toldAsFailed(options, 'issuer', failures[0])
  options.tell(
    'issuer',
    'warning',
    `${origin} publishes no metadata. The addresses of revision 2025-03-26 are assumed.`,
  )
  return assumedIssuer(origin)
}

async function readIssuer(
  options: DiscoveryOptions,
  issuer: string,
  alsoAllowed: string,
  failures: unknown[],
): Promise<IssuerMetadata | null> {
  const { sdk, settings, tell } = options
  if (!URL.canParse(issuer)) {
    tell('issuer', 'failed', `The issuer ${issuer} is not an address.`)
    return null
  }
  for (const { url } of sdk.buildDiscoveryUrls(issuer)) {
    const document = await readDocument(options, 'issuer', url, failures)
    const found = readIssuerMetadata(document)
    if (found === null) {
      if (document !== null) tell('issuer', 'warning', `${shown(url)} is not an issuer's metadata.`)
      continue
    }
    if (found.issuer !== issuer && found.issuer !== alsoAllowed && settings.issuerCheck !== false) {
      const problem = `The metadata at ${shown(url)} describes ${found.issuer}, not ${issuer}.`
      tell('issuer', 'failed', problem)
      failures.unshift(
        signInError(problem, "If you trust this issuer, turn off the issuer check in the server's settings."),
      )
      continue
    }
    tell('issuer', 'ok', `${shown(url)} describes the issuer ${found.issuer}.`)
    return found
  }
  return null
}

/** Reads a JSON document. Null if there is none at this address. */
async function readDocument(
  { fetch, tell }: DiscoveryOptions,
  phase: SignInPhase,
  url: URL,
  failures: unknown[],
): Promise<unknown> {
  try {
    const response = await fetch(url)
    if (response.ok) return JSON.parse(await response.text()) as unknown
    tell(phase, 'warning', `${shown(url)} answers HTTP ${response.status}.`)
    if (response.status >= 500) failures.push(unreachable(`${url.host} answers HTTP ${response.status}`))
  } catch (thrown) {
    if (thrown instanceof SyntaxError) tell(phase, 'warning', `${shown(url)} is not JSON.`)
    else if (thrown instanceof HttpFailure) {
      tell(phase, 'warning', `${shown(url)} could not be read: ${thrown.message}.`)
      failures.push(unreachable(`${url.host} could not be reached (${thrown.message})`, thrown))
    } else {
      tell(phase, 'failed', `${shown(url)}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
      throw thrown
    }
  }
  return null
}

/** Reports the step as failed, because its attempts were only reported as warnings. */
function toldAsFailed({ tell }: DiscoveryOptions, phase: SignInPhase, problem: unknown): unknown {
  tell(phase, 'failed', messageOf(problem))
  return problem
}

function unreachable(problem: string, cause?: unknown): AppError {
  return new AppError('SERVER_UNAVAILABLE', `The sign-in could not be prepared: ${problem}.`, { cause })
}

/** The address for messages: without the query, which may contain a secret. */
export function shown(url: URL): string {
  return `${url.origin}${url.pathname}`
}

function unique(urls: readonly URL[]): URL[] {
  return [...new Map(urls.map((url) => [url.href, url])).values()]
}
