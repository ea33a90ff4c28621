/** Parses amounts as people write them: "1G" is 2^30 bytes, "0.5" is half a core. Pure. */

const units: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 }
const sizeForm = /^(\d{1,16}(?:\.\d{1,6})?) ?([KMGT]?)(?:i?B)?$/i
const coresForm = /^\d{1,4}(?:\.\d{1,6})?$/

/** Returns a whole number of bytes. Null: the text is not a size. */
export function readBytes(text: string): number | null {
  const [, amount, unit = ''] = sizeForm.exec(text.trim()) ?? []
  if (amount === undefined) return null
  const bytes = Math.round(Number(amount) * (units[unit.toUpperCase()] ?? 1))
  return Number.isSafeInteger(bytes) ? bytes : null
}

/** Returns a number of cores, possibly fractional. Null: the text is not a number of cores. */
export function readCores(text: string): number | null {
  const plain = text.trim()
  return coresForm.test(plain) ? Number(plain) : null
}
