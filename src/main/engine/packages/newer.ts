/** Compares two versions of a package. Pure. */

/** Compares the numbers. If they are equal, a pre-release (`1.2.0-beta`, `1.2.0rc1`) comes before the final version. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [read(version), read(than)]
  for (let place = 0; place < Math.max(one.numbers.length, other.numbers.length); place += 1) {
    const difference = (one.numbers[place] ?? 0) - (other.numbers[place] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return one.isFinal && !other.isFinal
}

function read(version: string): { readonly numbers: readonly number[]; readonly isFinal: boolean } {
  const [, epoch = '0', numbers = '0', rest = ''] = /^(?:(\d+)!)?(\d+(?:\.\d+)*)([^+]*)/.exec(version) ?? []
  const isFinal = rest === '' || /^[.-]?post/.test(rest)
  return { numbers: [Number(epoch), ...numbers.split('.').map(Number)], isFinal }
}
