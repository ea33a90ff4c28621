/** A text field of foreign data; the fallback if there is none. */
export function textIn(fields: Readonly<Record<string, unknown>>, key: string, other = ''): string {
  const value = fields[key]
  return typeof value === 'string' ? value : other
}
