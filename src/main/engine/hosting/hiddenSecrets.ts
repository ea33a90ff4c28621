/** Hides secrets in runtimes' messages, which may repeat their input. Pure. */

/** Shorter values are not hidden, because they occur in ordinary words. */
const leastSecret = 4

export function hideSecrets(words: string, secrets: readonly string[]): string {
  const longest = secrets
    .filter(({ length }) => length >= leastSecret)
    .toSorted((one, other) => other.length - one.length)
  return longest.reduce((text, secret) => text.replaceAll(secret, '***'), words)
}
