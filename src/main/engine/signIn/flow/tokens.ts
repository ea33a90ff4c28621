/** Converts tokens that an issuer gave to the form in which they are stored. Pure. */
import { isObject } from '#contract/jsonRpc/jsonObject'
import { shortText } from '#contract/text/shortText'
import type { IssuedTokens } from '#engine/signIn/flow/tokenRequest'
import { splitScopes } from '#engine/signIn/flow/scopes'
import type { KeptIssuer, KeptTokens } from '#engine/signIn/keptSignIn'

const second = 1_000
const maxNameLength = 200

export interface TokenOrigin {
  readonly issuer: KeptIssuer
  readonly resource: string | null
  /** The requested scopes, which an answer without scopes grants. */
  readonly requested: readonly string[]
  /** The tokens that a refresh replaces. */
  readonly before: KeptTokens | null
  readonly now: number
}

export function keptTokensOf(
  issued: IssuedTokens,
  { issuer, resource, requested, before, now }: TokenOrigin,
): KeptTokens {
  const seconds = issued.expires_in
  const isTimed = seconds !== undefined && Number.isFinite(seconds) && seconds > 0
  return {
    serial: 0,
    accessToken: issued.access_token,
    refreshToken: issued.refresh_token ?? before?.refreshToken ?? null,
    scopes: issued.scope === undefined ? requested : splitScopes(issued.scope),
    receivedAt: now,
    lifetimeMs: isTimed ? seconds * second : null,
    issuer,
    resource,
    byMachine: false,
    who: nameIn(issued.id_token) ?? before?.who ?? null,
  }
}

/** The name in the ID token. It is not verified, so it is only shown to the person who signed in. */
function nameIn(idToken: string | undefined): string | null {
  const [, payload = ''] = idToken?.split('.') ?? []
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    if (!isObject(claims)) return null
    const name = [claims['email'], claims['preferred_username'], claims['name']].find(isName)
    return name === undefined ? null : shortText(name, maxNameLength)
  } catch {
    return null
  }
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
