/**
 * Takes secrets out of text, by value: as they are, and as base64 and URLs carry them. It knows nothing of where the
 * values come from. The time it takes grows with the text, not with the number of secrets.
 */
import { redactedMark } from '#contract/redaction'
import { formsOf } from '#engine/secrets/secretForms'

/** Shorter values would take ordinary words out of ordinary text. */
const shortestSecret = 8

const buckets = 1 << 16

export interface Redactor {
  /** Counted: a value that was added twice has to be removed twice. Values of less than 8 characters are ignored. */
  add(value: string): void
  remove(value: string): void
  redact(text: string): string
}

export function createRedactor(): Redactor {
  const uses = new Map<string, number>()
  let index: FormIndex | null = null
  return {
    add(value) {
      if (value.length < shortestSecret) return
      const count = uses.get(value) ?? 0
      uses.set(value, count + 1)
      if (count === 0 && index !== null) addForms(index, value)
    },
    remove(value) {
      const count = uses.get(value) ?? 0
      if (count > 1) uses.set(value, count - 1)
      else if (uses.delete(value)) index = null
    },
    redact(text) {
      if (uses.size === 0 || text.length < shortestSecret) return text
      index ??= createIndex(uses.keys())
      return replaceStretches(text, findStretches(text, index))
    },
  }
}

/**
 * Finds the forms that begin at a place by their first characters, as many as all have. Most places need no look: the
 * last three of these characters tell how many places on the next beginning can be.
 */
interface FormIndex {
  readonly steps: Uint8Array
  /** The longest first. */
  readonly forms: Map<string, string[]>
}

/** Where the last three characters of a beginning are. */
const lastThree = shortestSecret - 3
const longestStep = lastThree + 1

function createIndex(values: Iterable<string>): FormIndex {
  const index = { steps: new Uint8Array(buckets).fill(longestStep), forms: new Map<string, string[]>() }
  for (const value of values) addForms(index, value)
  return index
}

function addForms({ steps, forms }: FormIndex, value: string): void {
  for (const form of formsOf(value, shortestSecret)) {
    for (let place = 0; place <= lastThree; place += 1) {
      const hash = hashAt(form, place)
      steps[hash] = Math.min(steps[hash] ?? 0, lastThree - place)
    }
    const beginning = form.slice(0, shortestSecret)
    const alike = forms.get(beginning)
    if (alike === undefined) forms.set(beginning, [form])
    else alike.splice(placeFor(form.length, alike), 0, form)
  }
}

function placeFor(length: number, alike: readonly string[]): number {
  const shorter = alike.findIndex((form) => form.length < length)
  return shorter === -1 ? alike.length : shorter
}

interface Stretch {
  readonly start: number
  end: number
}

function replaceStretches(text: string, stretches: readonly Stretch[]): string {
  if (stretches.length === 0) return text
  const kept = stretches.map(({ start }, place) => text.slice(stretches[place - 1]?.end ?? 0, start))
  return [...kept, text.slice(stretches.at(-1)?.end)].join(redactedMark)
}

function findStretches(text: string, { steps, forms }: FormIndex): Stretch[] {
  const stretches: Stretch[] = []
  const lastPlace = text.length - shortestSecret
  for (let at = nextPlace(text, 0, steps); at <= lastPlace; at = nextPlace(text, at + 1, steps)) {
    const alike = forms.get(text.slice(at, at + shortestSecret))
    const form = alike?.find((candidate) => text.startsWith(candidate, at))
    if (form === undefined) continue
    // Stretches that overlap become one, so that no rest of a secret stays.
    const last = stretches.at(-1)
    const end = at + form.length
    if (last !== undefined && at < last.end) last.end = Math.max(last.end, end)
    else stretches.push({ start: at, end })
  }
  return stretches
}

/** The first place from `from` on at which a form may begin, or one that is too near the end. */
function nextPlace(text: string, from: number, steps: Uint8Array): number {
  const lastPlace = text.length - shortestSecret
  let at = from
  while (at <= lastPlace) {
    const step = steps[hashAt(text, at + lastThree)] ?? 0
    // Nearly all are the longest: with a branch for them the next look need not wait for what this one finds.
    if (step === longestStep) at += longestStep
    else if (step > 0) at += step
    else break
  }
  return at
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & (buckets - 1)
}
