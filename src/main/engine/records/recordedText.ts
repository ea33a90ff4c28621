/** A JSON value as it is recorded: without secrets, its beginning for the row, and the whole for a file if it is long. */
import { messageOf } from '#contract/errors'
import { capResult } from '#engine/policies/resultCap'
import { capText } from '#engine/structures/textCap'
import { roughWeight } from '#engine/records/roughWeight'

export interface RecordedText {
  readonly head: string
  /** Of the whole, as UTF-8. */
  readonly bytes: number
  /** Null when the head is all of it, or it is too long to be kept. */
  readonly whole: string | null
}

export interface TextRules {
  redact(text: string): string
  /** Lets other work through. */
  pause(): Promise<void>
  readonly headBytes: number
  readonly wholeBytes: number
}

export async function recordedText(value: unknown, rules: TextRules): Promise<RecordedText> {
  const { headBytes, wholeBytes } = rules
  const text = await redactInSteps(jsonOf(value, wholeBytes), rules)
  const bytes = Buffer.byteLength(text)
  if (bytes <= headBytes) return { head: text, bytes, whole: null }
  return { head: capText(text, headBytes), bytes, whole: bytes <= wholeBytes ? text : null }
}

/** Of a value that was weighed and found to be light; null when it cannot be written, or is long all the same. */
export function shortJson(value: unknown): string | null {
  try {
    const json = JSON.stringify(value)
    return json !== undefined && json.length <= longestShort ? json : null
  } catch {
    return null
  }
}

/** Of a text that `shortJson` gave: it has no more bytes than a head may have. */
export function shortText(json: string, { redact }: Pick<TextRules, 'redact'>): RecordedText {
  const head = redact(json)
  return { head, bytes: Buffer.byteLength(head), whole: null }
}

/** JSON escapes whatever a database would not take. */
function jsonOf(value: unknown, mostBytes: number): string {
  return written(roughWeight(value) > mostBytes ? tooLong(value, mostBytes) : value)
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (thrown) {
    return JSON.stringify(`(cannot be written as JSON: ${messageOf(thrown)})`)
  }
}

const mostParts = 10_000

function tooLong(value: unknown, mostBytes: number): unknown {
  const advice = '(the rest was too long to be recorded)'
  if (typeof value !== 'object' || value === null || !('content' in value)) return advice
  return capResult({ ...value }, { maxBytes: mostBytes, maxParts: mostParts, cut: capText, advice })
}

/** What is written out and redacted without letting other work through. */
const longestShort = 16 * 1024
const stepLength = 128 * 1024
/** No secret is longer; what is, could be torn apart by the steps. */
const longestSecret = 8 * 1024

/** Redacts a long text piece by piece. A piece ends only where no secret spans its end. */
export async function redactInSteps(text: string, { redact, pause }: Pick<TextRules, 'redact' | 'pause'>) {
  if (text.length <= stepLength + longestSecret) return redact(text)
  const pieces: string[] = []
  for (let start = 0; start < text.length;) {
    const end = seamAfter(text, start + stepLength, redact)
    pieces.push(redact(text.slice(start, end)))
    start = end
    await pause()
  }
  return pieces.join('')
}

/** The first place from `place` on, in strides, at which the text can be cut without cutting a secret. */
function seamAfter(text: string, place: number, redact: (text: string) => string): number {
  for (let seam = place; seam < text.length; seam += longestSecret) {
    const before = text.slice(seam - longestSecret, seam)
    const after = text.slice(seam, seam + longestSecret)
    if (redact(before + after) === redact(before) + redact(after)) return seam
  }
  return text.length
}
