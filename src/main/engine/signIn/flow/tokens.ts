/** Makes the tokens to keep from those an issuer gave. Pure. */
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
  /** An answer without scopes means: as requested. */
  readonly requested: readonly string[]
  /** What a refresh replaces. */
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

/** Unverified: shown to the person whose browser it came from, and used for nothing else. */
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
