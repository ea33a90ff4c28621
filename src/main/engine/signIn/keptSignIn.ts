/** A sign-in as the vault stores it: one JSON string, read leniently because another version may have written it. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import type { ClientRegistration } from '#contract/servers/signIn'

/** The part of an issuer's metadata that later requests need. */
export interface KeptIssuer {
  readonly issuer: string
  readonly tokenEndpoint: string
  readonly revocationEndpoint: string | null
  readonly authMethods: readonly string[]
}

export interface KeptClient {
  /** The issuer that knows this client. */
  readonly issuer: string
  readonly registration: ClientRegistration
  readonly clientId: string
  readonly clientSecret: string | null
  /** The client's `token_endpoint_auth_method`; null if the registration named none. */
  readonly authMethod: string | null
  /** When the client secret expires, in epoch milliseconds; null: never. */
  readonly secretExpiresAt: number | null
  readonly redirectUri: string
}

export interface KeptTokens {
  /** The generation in which the tokens came. Newer tokens have a higher number. 0: not stored yet. */
  readonly serial: number
  readonly accessToken: string
  readonly refreshToken: string | null
  readonly scopes: readonly string[]
  /** When the tokens arrived, in epoch milliseconds. */
  readonly receivedAt: number
  /** How long the access token is valid; null if the issuer does not say. */
  readonly lifetimeMs: number | null
  readonly issuer: KeptIssuer
  /** The `resource` parameter of token requests; null: left out. */
  readonly resource: string | null
  /** Whether Switchboard can get new tokens with a machine's credentials, without a refresh token. */
  readonly byMachine: boolean
  /** Who is signed in. Not verified, so only for display. */
  readonly who: string | null
}

export interface KeptSignIn {
  /** The only server address that the tokens are sent to. */
  readonly address: string
  readonly generation: number
  /** The most recent clients, one for each issuer. */
  readonly clients: readonly KeptClient[]
  readonly tokens: KeptTokens | null
  /** Why the tokens can no longer be used; null if they can. */
  readonly ended: string | null
}

const format = 1
const maxClients = 5

export function emptySignIn(address: string): KeptSignIn {
  return { address, generation: 0, clients: [], tokens: null, ended: null }
}

export function withClient(kept: KeptSignIn, client: KeptClient): KeptSignIn {
  const others = kept.clients.filter((one) => one.issuer !== client.issuer)
  return { ...kept, clients: [client, ...others].slice(0, maxClients) }
}

/** Forgets a client, unless a person entered it: such a client must stay tied to its issuer. */
export function withoutClient(kept: KeptSignIn, clientId: string): KeptSignIn {
  const isGone = (one: KeptClient) => one.clientId === clientId && one.registration !== 'given'
  return { ...kept, clients: kept.clients.filter((one) => !isGone(one)) }
}

/** Whether an OAuth error code means that the issuer does not know the client. */
export function isClientError(code: string | null): boolean {
  return code === 'invalid_client' || code === 'unauthorized_client'
}

/** All values that must not appear in any text. */
export function secretsOf({ clients, tokens }: KeptSignIn): string[] {
  const values = [tokens?.accessToken, tokens?.refreshToken, ...clients.map(({ clientSecret }) => clientSecret)]
  return values.filter((value) => typeof value === 'string')
}

export function textOfSignIn(kept: KeptSignIn): string {
  return JSON.stringify({ format, ...kept })
}

/** Parses a stored sign-in; null if this version cannot read it. */
export function readSignIn(text: string): KeptSignIn | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || value['format'] !== format || !isText(value['address'])) return null
    return {
      address: value['address'],
      generation: numberOr(value['generation'], 0),
      clients: Array.isArray(value['clients']) ? value['clients'].filter(isClient) : [],
      tokens: isTokens(value['tokens']) ? value['tokens'] : null,
      ended: isText(value['ended']) ? value['ended'] : null,
    }
  } catch {
    return null
  }
}

function isClient(value: unknown): value is KeptClient {
  return (
    isObject(value) &&
    ['issuer', 'registration', 'clientId', 'redirectUri'].every((field) => isText(value[field])) &&
    [value['clientSecret'], value['authMethod']].every(isTextOrNull) &&
    isNumberOrNull(value['secretExpiresAt'])
  )
}

function isTokens(value: unknown): value is KeptTokens {
  return (
    isObject(value) &&
    isText(value['accessToken']) &&
    typeof value['serial'] === 'number' &&
    [value['refreshToken'], value['resource'], value['who']].every(isTextOrNull) &&
    isTexts(value['scopes']) &&
    typeof value['receivedAt'] === 'number' &&
    isNumberOrNull(value['lifetimeMs']) &&
    typeof value['byMachine'] === 'boolean' &&
    isIssuer(value['issuer'])
  )
}

function isIssuer(value: unknown): value is KeptIssuer {
  return (
    isObject(value) &&
    isText(value['issuer']) &&
    isText(value['tokenEndpoint']) &&
    isTextOrNull(value['revocationEndpoint']) &&
    isTexts(value['authMethods'])
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isNumberOrNull = (value: unknown) => value === null || typeof value === 'number'
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const numberOr = (value: unknown, other: number) => (typeof value === 'number' ? value : other)
