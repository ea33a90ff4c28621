/** Hides secrets in runtimes' messages, which may repeat their input. Pure. */

/** The length from which values are hidden. Shorter ones occur in ordinary words. */
const leastSecret = 4

export function hideSecrets(words: string, secrets: readonly string[]): string {
  const longest = secrets
    .filter(({ length }) => length >= leastSecret)
    .toSorted((one, other) => other.length - one.length)
  return longest.reduce((text, secret) => text.replaceAll(secret, '***'), words)
}
