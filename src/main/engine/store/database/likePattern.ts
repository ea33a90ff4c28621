/** For `like … escape '\'`: what holds this text, as it is. */
export function holding(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
