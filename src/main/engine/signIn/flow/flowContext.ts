/** Makes what every part of a sign-in works with: the server, the SDK, and `fetch` functions for the issuer. */
import { lookup } from 'node:dns/promises'
import type { SignInSettings } from '#contract/servers/signInSettings'
import { bareHost } from '#engine/net/proxy'
import type { ExchangeParts } from '#engine/net/httpExchange'
import { addressRange, type AddressRange } from '#engine/net/publicAddress'
import type { Redactor } from '#engine/ports'
import { createAddressPolicy } from '#engine/signIn/discovery/addressPolicy'
import type { TellStep } from '#engine/signIn/discovery/discovery'
import { createIssuerFetch, type IssuerFetch } from '#engine/signIn/discovery/issuerFetch'
import type { IssuerMetadata } from '#engine/signIn/discovery/metadata'
import { loadSdk, type Sdk } from '#engine/signIn/flow/sdk'
import type { KeptClient, KeptIssuer } from '#engine/signIn/keptSignIn'

/** A server that needs a sign-in. Its settings have their secrets filled in. */
export interface SignInServer {
  /** The id of the server's definition. All projects share its sign-in. */
  readonly account: string
  readonly slug: string
  readonly address: URL
  readonly settings: SignInSettings
}

export interface FlowContext {
  readonly server: SignInServer
  readonly sdk: Sdk
  readonly parts: ExchangeParts
  readonly fetch: IssuerFetch
  /** The `fetch` for addresses that a person configured, which may be in the person's own network. */
  readonly configuredFetch: IssuerFetch
  readonly tell: TellStep
  readonly redactor: Pick<Redactor, 'add' | 'redact'>
  /** Throws if requests to this address are not allowed. */
  readonly checkAddress: (url: URL) => void
}

export interface FlowOptions {
  readonly server: SignInServer
  readonly parts: ExchangeParts
  readonly tell: TellStep
  readonly redactor: Pick<Redactor, 'add' | 'redact'>
  readonly signal: AbortSignal
}

export async function openFlow({ server, parts, tell, redactor, signal }: FlowOptions): Promise<FlowContext> {
  const [sdk, nearest] = await Promise.all([loadSdk(), rangesOf(server.address)])
  const fetchIn = (ranges: ReadonlySet<AddressRange>) =>
    createIssuerFetch({ parts, policy: createAddressPolicy(ranges), signal })
  const checkAddress = (url: URL) => createAddressPolicy(nearest).check(url)
  return {
    server,
    sdk,
    parts,
    tell,
    redactor,
    checkAddress,
    fetch: fetchIn(nearest),
    configuredFetch: fetchIn(new Set(['local'])),
  }
}

/** The address ranges that the server is in. A name that only a proxy can resolve counts as public. */
async function rangesOf({ hostname }: URL): Promise<ReadonlySet<AddressRange>> {
  const host = bareHost(hostname)
  const found = await lookup(host, { all: true }).catch(() => [])
  return new Set(found.map(({ address }) => addressRange(address)))
}

type SdkMetadata = NonNullable<Parameters<Sdk['exchangeAuthorization']>[1]['metadata']>

/** The metadata in the SDK's form, with the fields that the SDK requires filled in. */
export function sdkMetadata(issuer: IssuerMetadata | KeptIssuer): SdkMetadata {
  const { authMethods, tokenEndpoint } = issuer
  return {
    issuer: issuer.issuer,
    token_endpoint: tokenEndpoint,
    authorization_endpoint: tokenEndpoint,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    ...(authMethods.length > 0 && { token_endpoint_auth_methods_supported: [...authMethods] }),
    ...('authorizationEndpoint' in issuer && endpointsOf(issuer)),
  }
}

function endpointsOf({ authorizationEndpoint, registrationEndpoint, namesItself }: IssuerMetadata) {
  return {
    ...(authorizationEndpoint !== null && { authorization_endpoint: authorizationEndpoint }),
    ...(registrationEndpoint !== null && { registration_endpoint: registrationEndpoint }),
    ...(namesItself && { authorization_response_iss_parameter_supported: true }),
  }
}

/**
 * The client in the SDK's form. For a client entered by a person, the secret comes from the settings, where it may
 * change.
 */
export function sdkClient(client: KeptClient, settings: SignInSettings) {
  const secret = client.registration === 'given' ? (settings.clientSecret ?? null) : client.clientSecret
  return {
    client_id: client.clientId,
    ...(secret !== null && { client_secret: secret }),
    ...(client.authMethod !== null && { token_endpoint_auth_method: client.authMethod }),
    redirect_uris: [client.redirectUri],
  }
}

export function keptIssuerOf(issuer: IssuerMetadata): KeptIssuer {
  const { tokenEndpoint, revocationEndpoint, authMethods } = issuer
  return { issuer: issuer.issuer, tokenEndpoint, revocationEndpoint, authMethods }
}
