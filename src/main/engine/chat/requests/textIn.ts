/** A text in something that others sent; the other one where there is none. */
export function textIn(fields: Readonly<Record<string, unknown>>, key: string, other = ''): string {
  const value = fields[key]
  return typeof value === 'string' ? value : other
}
