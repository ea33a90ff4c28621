/** Cuts text to a size in bytes, never inside a character. Pure. */

const headShare = 0.8

/** The longest beginning of `text` with at most `maxBytes` bytes in UTF-8. */
export function capText(text: string, maxBytes: number): string {
  // No UTF-16 unit of a string takes more than three bytes.
  if (text.length * 3 <= maxBytes) return text
  const bytes = Buffer.from(text.slice(0, maxBytes))
  if (bytes.length <= maxBytes && text.length <= maxBytes) return text
  return bytes.subarray(0, characterStart(bytes, maxBytes)).toString('utf8')
}

/** Keeps the beginning and the end, which say the most, and states how many bytes were left out between them. */
export function capMiddle(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  const head = bytes.subarray(0, characterStart(bytes, Math.ceil(maxBytes * headShare)))
  const tail = bytes.subarray(nextCharacterStart(bytes, bytes.length - Math.floor(maxBytes * (1 - headShare))))
  const missing = bytes.length - head.length - tail.length
  return `${head.toString('utf8')}\n[… ${missing} bytes were left out …]\n${tail.toString('utf8')}`
}

/** The last index at or before `place` at which a character begins. */
export function characterStart(bytes: Uint8Array, place: number): number {
  let start = Math.min(place, bytes.length)
  while (start > 0 && start < bytes.length && isContinuation(bytes[start])) start -= 1
  return start
}

/** The first index at or after `place` at which a character begins. */
export function nextCharacterStart(bytes: Uint8Array, place: number): number {
  let start = place
  while (start < bytes.length && isContinuation(bytes[start])) start += 1
  return start
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}
