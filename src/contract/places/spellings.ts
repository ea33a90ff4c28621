/** The texts that a text may be read as: encoded parts decoded, and equivalent letters replaced. Pure. */

const maxSpellings = 8

/** Includes the text itself, which comes first. */
export function spellingsOf(text: string): string[] {
  const found = new Set([text])
  for (const one of found) {
    for (const other of [decoded(one), one.normalize('NFKC')]) if (found.size < maxSpellings) found.add(other)
  }
  return [...found]
}

/** What cannot be decoded stays; plain characters are decoded in any case. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes)
    } catch {
      return codes.replaceAll(/%([0-7][0-9a-f])/gi, (_code, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    }
  })
}
