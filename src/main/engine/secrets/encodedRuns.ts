/**
 * Finds runs of hex and base64 in a text, and the text that each encodes. Runs that encode other bytes are skipped, so
 * images cost almost nothing. Pure.
 */
import { isUtf8 } from 'node:buffer'
import type { Stretch } from '#engine/secrets/plainText'

export interface EncodedRun {
  readonly text: string
  /** Where a stretch of the decoded text is in the text that was searched. */
  sourceOf(stretch: Stretch): Stretch
}

/**
 * Runs shorter than this are not decoded. They have no room for a secret with an escape, and other secrets are found by
 * their encoded form.
 */
const minRunLength = 14
const sampleLength = 16
/** The ASCII character for "substitute". */
const substitute = 0x1a
/** Marks a character that is not part of the encoding. All characters of runs are ASCII. */
const other = 255
const asciiEnd = 0x80

interface Encoding {
  readonly name: 'hex' | 'base64'
  /** This many characters encode `bytes` bytes. */
  readonly characters: number
  readonly bytes: number
  readonly bits: number
  /** The number that each character encodes. */
  readonly values: Uint8Array
}

const hex: Encoding = {
  name: 'hex',
  characters: 2,
  bytes: 1,
  bits: 4,
  values: valuesOf('0123456789abcdef', 'ABCDEF', 10),
}
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const base64: Encoding = { name: 'base64', characters: 4, bytes: 3, bits: 6, values: valuesOf(alphabet, '-_', 62) }

function valuesOf(characters: string, others: string, first: number): Uint8Array {
  const values = new Uint8Array(asciiEnd).fill(other)
  for (let value = 0; value < characters.length; value += 1) values[characters.charCodeAt(value)] = value
  for (let place = 0; place < others.length; place += 1) values[others.charCodeAt(place)] = first + place
  return values
}

export function encodedRuns(text: string): EncodedRun[] {
  const found: EncodedRun[] = []
  forEachRun(text, 0, text.length, base64, (start, end) => {
    decode(text, start, end, base64, found)
    forEachRun(text, start, end, hex, (first, last) => decode(text, first, last, hex, found))
  })
  return found
}

/**
 * Calls `onRun` for each run of at least `minRunLength`. Only looks at every `minRunLength`-th character, because a run
 * that is long enough contains one of them.
 */
function forEachRun(
  text: string,
  from: number,
  to: number,
  { values }: Encoding,
  onRun: (start: number, end: number) => void,
): void {
  const isOther = (at: number) => (values[text.charCodeAt(at)] ?? other) === other
  for (let at = from + minRunLength - 1; at < to; at += minRunLength) {
    if (isOther(at)) continue
    let start = at
    while (start > from && !isOther(start - 1)) start -= 1
    // Most runs are short words, which this check rules out.
    if (start + minRunLength > to || isOther(start + minRunLength - 1)) continue
    let end = at + 1
    while (end < to && !isOther(end)) end += 1
    if (end - start >= minRunLength) onRun(start, end)
    at = end - 1
  }
}

/**
 * Decodes a run. Other characters may come right before the encoded text, so each position in a group of characters is
 * tried as its beginning.
 */
function decode(text: string, start: number, end: number, encoding: Encoding, found: EncodedRun[]): void {
  for (let from = start; from < start + encoding.characters; from += 1) {
    if (!hasText(text, from, end, encoding)) continue
    const bytes = wellFormed(Buffer.from(text.slice(from, end), encoding.name))
    const decoded = bytes.toString()
    const placeOf = (at: number) => (decoded.length === bytes.length ? at : Buffer.byteLength(decoded.slice(0, at)))
    found.push({
      text: decoded,
      sourceOf: (stretch) => ({
        start: from + Math.floor((placeOf(stretch.start) / encoding.bytes) * encoding.characters),
        end: Math.min(end, from + Math.ceil((placeOf(stretch.end) / encoding.bytes) * encoding.characters)),
      }),
    })
  }
}

/**
 * Replaces each byte that is not UTF-8 by one character, so that positions stay right. Such bytes occur where a run of
 * another encoding is directly before or after this one.
 */
function wellFormed(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes
  for (let at = 0; at < bytes.length;) {
    const length = lengthOfCharacter(bytes[at] ?? 0)
    if (length > 0 && isUtf8(bytes.subarray(at, at + length))) at += length
    else bytes[at++] = substitute
  }
  return bytes
}

/** The length of a UTF-8 character by its first byte; 0 if no character begins with this byte. */
function lengthOfCharacter(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
}

/** Whether the run encodes text at its beginning, its middle or its end. */
function hasText(text: string, from: number, end: number, encoding: Encoding): boolean {
  const last = Math.max(0, end - sampleLength - from)
  return (
    hasTextAt(text, from, 0, end, encoding) ||
    hasTextAt(text, from, last / 2, end, encoding) ||
    hasTextAt(text, from, last, end, encoding)
  )
}

/** Whether the run encodes text at `offset`, rounded down to a whole group of characters. */
function hasTextAt(text: string, from: number, offset: number, end: number, encoding: Encoding): boolean {
  const start = from + Math.floor(offset / encoding.characters) * encoding.characters
  return isText(text, start, Math.min(end, start + sampleLength), encoding)
}

/**
 * Whether the characters encode text: no control characters, and valid UTF-8. The first and last character may be cut.
 */
function isText(text: string, from: number, end: number, { values, bits }: Encoding): boolean {
  let buffer = 0
  let filled = 0
  let following = 0
  let isFirst = true
  for (let at = from; at < end; at += 1) {
    buffer = ((buffer << bits) | (values[text.charCodeAt(at)] ?? 0)) & 0xff_ff
    filled += bits
    if (filled < 8) continue
    filled -= 8
    const byte = (buffer >> filled) & 0xff
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return false
    const continues = byte >= 0x80 && byte < 0xc0
    if (continues ? following === 0 && !isFirst : following > 0) return false
    if (byte >= 0xf8) return false
    following = continues ? Math.max(0, following - 1) : byte < 0xc0 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
    isFirst &&= continues
  }
  return true
}
