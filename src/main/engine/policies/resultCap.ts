/**
 * Cuts a tool's result to a maximum size. Records and conversations that keep only a part of a result all use it.
 * Pure.
 */

type Result = Readonly<Record<string, unknown>>

export interface ResultLimits {
  /** The maximum size of all texts and data together, in UTF-8. */
  readonly maxBytes: number
  readonly maxParts: number
  readonly cut: (text: string, maxBytes: number) => string
  /** Advice for the reader of a cut result. Empty: no advice. */
  readonly advice: string
}

const dataKeys = ['text', 'data', 'blob'] as const

/** Cuts the result. One within the limits is returned unchanged. */
export function capResult(result: Result, { maxBytes, maxParts, cut, advice }: ResultLimits): Result {
  const content: unknown[] = Array.isArray(result['content']) ? result['content'] : []
  const structured = result['structuredContent']
  const structuredText = structured === undefined ? '' : JSON.stringify(structured)
  const structuredBytes = Buffer.byteLength(structuredText)
  const bytes = content.reduce<number>((sum, part) => sum + bytesOf(part), structuredBytes)
  if (bytes <= maxBytes && content.length <= maxParts) return result
  // Without content, the structured part is all there is to read.
  const parts = content.length === 0 ? [{ type: 'text', text: structuredText }] : content
  let left = maxBytes
  const kept: unknown[] = []
  for (const part of parts.slice(0, maxParts)) {
    if (left <= 0) break
    const capped = capPart(part, left, cut)
    left -= bytesOf(part)
    if (capped !== null) kept.push(capped)
  }
  const { structuredContent: _structured, ...rest } = result
  return {
    ...rest,
    ...(structured !== undefined && structuredBytes <= left ? { structuredContent: structured } : {}),
    content: [...kept, ...(advice === '' ? [] : [{ type: 'text', text: advice }])],
  }
}

/** Cuts text. An image or file that does not fit is left out, because half of it is useless. */
function capPart(part: unknown, left: number, cut: ResultLimits['cut']): unknown {
  if (bytesOf(part) <= left) return part
  const fields = Object(part) as Record<string, unknown>
  const { text, resource } = fields
  if (typeof text === 'string') return { ...fields, text: cut(text, left) }
  const inner = Object(resource) as Record<string, unknown>
  if (typeof inner['text'] === 'string') return { ...fields, resource: { ...inner, text: cut(inner['text'], left) } }
  if (dataKeys.some((key) => key in fields || key in inner)) return null
  return { type: 'text', text: cut(JSON.stringify(part), left) }
}

/** The size of all texts and data in a part; of the whole part if its kind is unknown. */
function bytesOf(part: unknown): number {
  const fields = Object(part) as Record<string, unknown>
  const inner = Object(fields['resource']) as Record<string, unknown>
  const texts = dataKeys.flatMap((key) => [fields[key], inner[key]]).filter((value) => typeof value === 'string')
  if (texts.length === 0) return Buffer.byteLength(JSON.stringify(part) ?? '')
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}
