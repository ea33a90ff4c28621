const scheme = /^(?:Bearer|Basic|Token|ApiKey)[ \t]+/i

/** What stands before the secret in `Bearer x`, with the space behind it; empty where nothing does. */
export function authSchemeOf(value: string): string {
  return scheme.exec(value)?.[0] ?? ''
}
