/** The text, cut to at most `maxLength` characters without splitting a surrogate pair. */
export function shortText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end = maxLength - 1
  const isHalved = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return `${text.slice(0, isHalved ? end - 1 : end).trimEnd()}…`
}
