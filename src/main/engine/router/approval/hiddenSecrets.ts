/**
 * Hides secrets in the arguments that a person is asked about, and restores them in the arguments that the person
 * edited. Pure, because `redact` is passed in.
 */
type Redact = (text: string) => string
type Arguments = Readonly<Record<string, unknown>>

export function withoutSecrets(args: Arguments, redact: Redact): Record<string, unknown> {
  return mapTexts(args, redact) as Record<string, unknown>
}

/** A string that is unchanged and at the same position gets its original value back. */
export function withSecrets(edited: Arguments, original: unknown, redact: Redact): Record<string, unknown> {
  return putBack(edited, original, redact) as Record<string, unknown>
}

function mapTexts(value: unknown, change: Redact): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((inner) => mapTexts(inner, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [change(key), mapTexts(inner, change)]))
}

function putBack(edited: unknown, original: unknown, redact: Redact): unknown {
  if (typeof edited === 'string') return typeof original === 'string' && redact(original) === edited ? original : edited
  if (Array.isArray(edited))
    return edited.map((inner: unknown, index) =>
      putBack(inner, Array.isArray(original) ? (original as unknown[])[index] : undefined, redact),
    )
  if (typeof edited !== 'object' || edited === null) return edited
  const before = typeof original === 'object' && original !== null ? Object.entries(original) : []
  const keys = new Map(before.map(([key, inner]) => [redact(key), [key, inner as unknown] as const]))
  return Object.fromEntries(
    Object.entries(edited).map(([key, inner]) => {
      const [name, was] = keys.get(key) ?? [key, undefined]
      return [name, putBack(inner, was, redact)]
    }),
  )
}
