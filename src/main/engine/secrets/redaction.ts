/**
 * Removes secrets from text by value, as written and inside escapes, hex and base64. It does not know where the values
 * come from. Its time grows with the text, not with the number of secrets.
 */
import { redactedMark } from '#contract/redaction'
import { encodedRuns } from '#engine/secrets/encodedRuns'
import { type PlainView, plainViews, type Stretch } from '#engine/secrets/plainText'
import { formsOf } from '#engine/secrets/secretForms'

/** The length from which values are redacted. Shorter ones occur in ordinary words. */
const minSecretLength = 8

const buckets = 1 << 16
/** How many encodings within encodings are searched. */
const maxLayers = 2

export interface Redactor {
  /**
   * Adds a secret, and keeps it until the engine closes, because texts may still contain former secrets. Values of fewer than 8
   * characters are ignored.
   */
  add(value: string): void
  redact(text: string): string
}

export function createRedactor(): Redactor {
  const secrets = new Set<string>()
  let index: FormIndex | null = null
  return {
    add(value) {
      if (value.length < minSecretLength || secrets.has(value)) return
      secrets.add(value)
      if (index !== null) addForms(index, value)
    },
    redact(text) {
      if (secrets.size === 0 || text.length < minSecretLength) return text
      index ??= createIndex(secrets)
      return replaceStretches(text, allStretches(text, index))
    },
  }
}

/**
 * Finds the forms that may begin at an index by their first `minSecretLength` characters. Most indexes are skipped: the
 * last three of these characters tell how far away the next possible beginning is.
 */
interface FormIndex {
  readonly steps: Uint8Array
  /** The forms by their first characters, the longest first. */
  readonly forms: Map<string, string[]>
}

/** Where the last three characters of a secret's first part begin. */
const lastThree = minSecretLength - 3
const maxStep = lastThree + 1

function createIndex(values: Iterable<string>): FormIndex {
  const index = { steps: new Uint8Array(buckets).fill(maxStep), forms: new Map<string, string[]>() }
  for (const value of values) addForms(index, value)
  return index
}

function addForms({ steps, forms }: FormIndex, value: string): void {
  for (const form of formsOf(value, minSecretLength)) {
    for (let place = 0; place <= lastThree; place += 1) {
      const hash = hashAt(form, place)
      steps[hash] = Math.min(steps[hash] ?? 0, lastThree - place)
    }
    const beginning = form.slice(0, minSecretLength)
    const alike = forms.get(beginning)
    if (alike === undefined) forms.set(beginning, [form])
    else alike.splice(placeFor(form.length, alike), 0, form)
  }
}

function placeFor(length: number, alike: readonly string[]): number {
  const shorter = alike.findIndex((form) => form.length < length)
  return shorter === -1 ? alike.length : shorter
}

function replaceStretches(text: string, stretches: readonly Stretch[]): string {
  if (stretches.length === 0) return text
  const kept = stretches.map(({ start }, place) => text.slice(stretches[place - 1]?.end ?? 0, start))
  return [...kept, text.slice(stretches.at(-1)?.end)].join(redactedMark)
}

/** Where secrets are, in the text itself and in each of its views without escapes and encodings. */
function allStretches(text: string, index: FormIndex, layers = maxLayers): Stretch[] {
  const found = findStretches(text, index)
  const views = plainViews(text)
  const take = (stretches: readonly Stretch[], from: readonly PlainView[]) => {
    for (const stretch of stretches) found.push(from.reduceRight((inner, view) => view.sourceOf(inner), stretch))
  }
  const above: PlainView[] = []
  for (const view of views) {
    above.push(view)
    take(findStretches(view.text, index), above)
  }
  if (layers > 0)
    for (const run of encodedRuns(above.at(-1)?.text ?? text))
      take(allStretches(run.text, index, layers - 1), [...above, run])
  return found.length === 0 ? found : merged(found.map((stretch) => wholeEscape(text, stretch)))
}

/** Extends a stretch to include a whole escape, because half an escape would break JSON. */
function wholeEscape(text: string, { start, end }: Stretch): Stretch {
  let first = start
  while (first > 0 && text[first - 1] === '\\') first -= 1
  return { start: (start - first) % 2 === 1 ? start - 1 : start, end }
}

/** Merges overlapping stretches, so that no part of a secret stays. */
function merged(found: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const stretch of found.toSorted((one, other) => one.start - other.start)) {
    const last = stretches.at(-1)
    if (last !== undefined && stretch.start < last.end)
      stretches[stretches.length - 1] = { start: last.start, end: Math.max(last.end, stretch.end) }
    else stretches.push(stretch)
  }
  return stretches
}

function findStretches(text: string, { steps, forms }: FormIndex): Stretch[] {
  const stretches: Stretch[] = []
  const lastPlace = text.length - minSecretLength
  for (let at = nextPlace(text, 0, steps); at <= lastPlace; at = nextPlace(text, at + 1, steps)) {
    const alike = forms.get(text.slice(at, at + minSecretLength))
    const form = alike?.find((candidate) => text.startsWith(candidate, at))
    if (form !== undefined) stretches.push({ start: at, end: at + form.length })
  }
  return stretches
}

/** The first index from `from` on where a form may begin, or an index too close to the end for any. */
function nextPlace(text: string, from: number, steps: Uint8Array): number {
  const lastPlace = text.length - minSecretLength
  let at = from
  while (at <= lastPlace) {
    const step = steps[hashAt(text, at + lastThree)] ?? 0
    // Nearly all steps are the longest. With a branch for them, the processor need not wait for this lookup's result.
    if (step === maxStep) at += maxStep
    else if (step > 0) at += step
    else break
  }
  return at
}

function hashAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & (buckets - 1)
}
