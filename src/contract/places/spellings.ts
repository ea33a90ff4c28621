/** The other ways in which a program might read a text: with encoded parts decoded, or equivalent letters replaced. Pure. */

const maxSpellings = 8

/** The first one is the text itself. */
export function spellingsOf(text: string): string[] {
  const found = new Set([text])
  for (const one of found) {
    for (const other of [decoded(one), one.normalize('NFKC')]) if (found.size < maxSpellings) found.add(other)
  }
  return [...found]
}

/** Keeps what cannot be decoded. Plain characters are always decoded. */
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
