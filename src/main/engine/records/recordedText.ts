/**
 * Prepares a JSON value for recording: removes secrets, cuts a beginning for the row, and keeps a long text in full for
 * a file.
 */
import { messageOf } from '#contract/errors'
import { capResult } from '#engine/policies/resultCap'
import { capText } from '#engine/structures/textCap'
import { roughWeight } from '#engine/records/roughWeight'

export interface RecordedText {
  readonly head: string
  /** The full text's size in bytes of UTF-8. */
  readonly bytes: number
  /** The full text. Null if `head` is already complete, or if the text is too long to be stored. */
  readonly whole: string | null
}

export interface TextRules {
  redact(text: string): string
  /** Lets other work run. */
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

/** The JSON of a small value. Null if the value cannot be serialised, or its JSON is long after all. */
export function shortJson(value: unknown): string | null {
  try {
    const json = JSON.stringify(value)
    return json !== undefined && json.length <= maxShortLength ? json : null
  } catch {
    return null
  }
}

/** Records a text from `shortJson`, which always fits into `head`. */
export function shortText(json: string, { redact }: Pick<TextRules, 'redact'>): RecordedText {
  const head = redact(json)
  return { head, bytes: Buffer.byteLength(head), whole: null }
}

/** Serialises a value, after cutting it if it is very large. JSON escapes characters that a database would refuse. */
function jsonOf(value: unknown, limitBytes: number): string {
  return written(roughWeight(value) > limitBytes ? tooLong(value, limitBytes) : value)
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (thrown) {
    return JSON.stringify(`(cannot be written as JSON: ${messageOf(thrown)})`)
  }
}

const maxParts = 10_000

function tooLong(value: unknown, limitBytes: number): unknown {
  const advice = '(the rest was too long to be recorded)'
  if (typeof value !== 'object' || value === null || !('content' in value)) return advice
  return capResult({ ...value }, { maxBytes: limitBytes, maxParts, cut: capText, advice })
}

/** A text up to this length is serialised and redacted in one step. */
const maxShortLength = 16 * 1024
const stepLength = 128 * 1024
/** The longest secret that is found for certain. A longer one might be split between two steps. */
const maxSecretLength = 8 * 1024

/** Redacts a long text piece by piece. A piece ends only where no secret crosses the border. */
export async function redactInSteps(text: string, { redact, pause }: Pick<TextRules, 'redact' | 'pause'>) {
  if (text.length <= stepLength + maxSecretLength) return redact(text)
  const pieces: string[] = []
  for (let start = 0; start < text.length;) {
    const end = seamAfter(text, start + stepLength, redact)
    pieces.push(redact(text.slice(start, end)))
    start = end
    await pause()
  }
  return pieces.join('')
}

/** The first index from `place` on, checked in strides, where the text can be cut without splitting a secret. */
function seamAfter(text: string, place: number, redact: (text: string) => string): number {
  for (let seam = place; seam < text.length; seam += maxSecretLength) {
    const before = text.slice(seam - maxSecretLength, seam)
    const after = text.slice(seam, seam + maxSecretLength)
    if (redact(before + after) === redact(before) + redact(after)) return seam
  }
  return text.length
}
