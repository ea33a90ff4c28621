const scheme = /^(?:Bearer|Basic|Token|ApiKey)[ \t]+/i

/**
 * The authentication scheme at the beginning of a value, as in `Bearer x`, with the space after it. Empty if there is
 * none.
 */
export function authSchemeOf(value: string): string {
  return scheme.exec(value)?.[0] ?? ''
}
