/** How well a title matches the typed text: 0 not at all, more at the start of words. Every typed word must match. Pure. */
export function matchTitle(title: string, typed: string): number {
  const text = title.toLowerCase()
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  let score = 1
  for (const word of words) {
    const at = text.indexOf(word)
    if (at < 0) return 0
    score *= at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) ? 1 : 0.5
  }
  return score
}
