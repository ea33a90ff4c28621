/** A pattern for `like … escape '\'` that matches values containing this exact text. */
export function holding(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
