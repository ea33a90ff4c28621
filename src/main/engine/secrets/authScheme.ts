const scheme = /^(?:Bearer|Basic|Token|ApiKey)[ \t]+/i

/** The scheme before the secret, as in `Bearer x`, with the space after it; empty if there is none. */
export function authSchemeOf(value: string): string {
  return scheme.exec(value)?.[0] ?? ''
}
