/** Which scopes a sign-in asks for. Pure. */

export interface WantedScopes {
  /** A person's setting, which replaces everything else. */
  readonly setting: string | null
  /** What the server's newest refusal names. */
  readonly challenged: string | null
  /** What the server's metadata names. */
  readonly offered: readonly string[] | null
  /** Those of the sign-in that exists, which a larger one contains. */
  readonly before: readonly string[]
  readonly issuerOffers: readonly string[]
}

const offline = 'offline_access'

/** Empty: the request names none, and the issuer decides. */
export function scopesToAskFor({
  setting,
  challenged,
  offered,
  before,
  issuerOffers,
}: WantedScopes): readonly string[] {
  if (setting !== null) return unique(splitScopes(setting))
  const named = challenged === null ? (offered ?? []) : splitScopes(challenged)
  const wanted = unique([...before, ...named])
  // A refresh token is worth its scope. To a request without any scope it would be the only one, and change its meaning.
  const isUseful = wanted.length > 0 && issuerOffers.includes(offline)
  return isUseful ? unique([...wanted, offline]) : wanted
}

export function splitScopes(text: string): string[] {
  return text.split(/\s+/).filter((scope) => scope !== '')
}

function unique(scopes: readonly string[]): string[] {
  return [...new Set(scopes)]
}
