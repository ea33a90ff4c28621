/** The text or, where it is longer, its beginning: at most `maxLength` characters, and never half of one that takes two. */
export function shortText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end = maxLength - 1
  const isHalved = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return `${text.slice(0, isHalved ? end - 1 : end).trimEnd()}…`
}
