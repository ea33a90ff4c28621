/** For `like … escape '\'`: matches values that contain this text literally. */
export function holding(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
