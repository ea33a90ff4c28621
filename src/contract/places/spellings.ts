/** Finds the ways in which a program might read a string: as written, decoded, or with equivalent letters. Pure. */

const maxSpellings = 8

/** The first spelling is the string itself. */
export function spellingsOf(text: string): string[] {
  const found = new Set([text])
  for (const one of found) {
    for (const other of [decoded(one), one.normalize('NFKC')]) if (found.size < maxSpellings) found.add(other)
  }
  return [...found]
}

/** Keeps what cannot be decoded. ASCII characters are decoded even between bytes that are not valid UTF-8. */
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
