/** Cutting text and results to a size. One way for records, for pages of what was kept, and for callers that want less. */
import type { CallResult } from '#engine/router/call'

/** The longest beginning of `text` that has at most `maxBytes` bytes in UTF-8. */
export function capText(text: string, maxBytes: number): string {
  // No character of a string takes more than three bytes.
  if (text.length * 3 <= maxBytes) return text
  const bytes = Buffer.from(text.slice(0, maxBytes))
  if (bytes.length <= maxBytes && text.length <= maxBytes) return text
  return bytes.subarray(0, characterStart(bytes, maxBytes)).toString('utf8')
}

/** The last place at or before `place` where a character begins. */
export function characterStart(bytes: Uint8Array, place: number): number {
  let start = Math.min(place, bytes.length)
  while (start > 0 && start < bytes.length && isContinuation(bytes[start])) start -= 1
  return start
}

/** The first place at or after `place` where a character begins. */
export function nextCharacterStart(bytes: Uint8Array, place: number): number {
  let start = place
  while (start < bytes.length && isContinuation(bytes[start])) start += 1
  return start
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

const textKeys = ['text', 'data', 'blob'] as const

/**
 * A result whose texts and data have at most about `maxBytes` bytes together; `advice` tells its reader what is missing
 * and how to get it. What is within the limit comes back as it is.
 */
export function capResult(result: CallResult, maxBytes: number, advice: string): CallResult {
  const content: unknown[] = Array.isArray(result['content']) ? result['content'] : []
  const structured = result['structuredContent']
  const structuredBytes = structured === undefined ? 0 : Buffer.byteLength(JSON.stringify(structured))
  if (structuredBytes + content.reduce<number>((sum, part) => sum + bytesOf(part), 0) <= maxBytes) return result
  let left = maxBytes
  const kept: unknown[] = []
  for (const part of content) {
    if (left <= 0) break
    const capped = capPart(part, left)
    left -= bytesOf(part)
    if (capped !== null) kept.push(capped)
  }
  const { structuredContent: _structured, ...rest } = result
  return {
    ...rest,
    ...(structured !== undefined && structuredBytes <= left ? { structuredContent: structured } : {}),
    content: [...kept, { type: 'text', text: advice }],
  }
}

/** Text is cut; half of an image or a file is of no use to anybody. */
function capPart(part: unknown, maxBytes: number): unknown {
  if (bytesOf(part) <= maxBytes) return part
  const { type, text } = Object(part) as Record<string, unknown>
  return type === 'text' && typeof text === 'string' ? { ...(part as object), text: capText(text, maxBytes) } : null
}

function bytesOf(part: unknown): number {
  const entry = Object(part) as Record<string, unknown>
  const inner = Object(entry['resource']) as Record<string, unknown>
  return textKeys.reduce((sum, key) => sum + lengthOf(entry[key]) + lengthOf(inner[key]), 0)
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? Buffer.byteLength(value) : 0
}
