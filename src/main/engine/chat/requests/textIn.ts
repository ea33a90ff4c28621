/** A text field of foreign data, or `other` if the field has no text. */
export function textIn(fields: Readonly<Record<string, unknown>>, key: string, other = ''): string {
  const value = fields[key]
  return typeof value === 'string' ? value : other
}
