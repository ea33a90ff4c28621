/** Decides which scopes a sign-in asks for. Pure. */

export interface WantedScopes {
  /** A person's setting, which replaces everything else. */
  readonly setting: string | null
  /** The scopes that the server's newest refusal names. */
  readonly challenged: string | null
  /** The scopes that the server's metadata offers. */
  readonly offered: readonly string[] | null
  /** The scopes of the current sign-in, which a sign-in for more scopes keeps. */
  readonly before: readonly string[]
  readonly issuerOffers: readonly string[]
}

const offline = 'offline_access'

/** The scopes to ask for. If there are none, the request names no scopes and the issuer decides. */
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
  // The scope for refresh tokens is only added to others. As the only scope, it would change the request's meaning.
  const isUseful = wanted.length > 0 && issuerOffers.includes(offline)
  return isUseful ? unique([...wanted, offline]) : wanted
}

export function splitScopes(text: string): string[] {
  return text.split(/\s+/).filter((scope) => scope !== '')
}

function unique(scopes: readonly string[]): string[] {
  return [...new Set(scopes)]
}
