/**
 * The texts by which one secret is searched. Escapes are removed from a text before the search, and texts that are
 * encoded as a whole are decoded. A secret encoded among bytes that are not text is found by a form: hex, and base64 at
 * each of its offsets.
 */
import { fixedPoint } from '#engine/secrets/plainText'
import { secretPartsOf } from '#engine/secrets/secretParts'

/** All forms are at least `minLength` characters long. */
export function formsOf(value: string, minLength: number): string[] {
  const parts = secretPartsOf(value).filter((part) => part.length >= minLength)
  return [...new Set(parts.flatMap(formsOfPart))].filter((form) => form.length >= minLength)
}

function formsOfPart(part: string): string[] {
  const hex = Buffer.from(part).toString('hex')
  const inJson = JSON.stringify(part).slice(1, -1)
  const plain = [part, withPluses(part)].flatMap((one) => [one, ...plainForms(one)])
  return [inJson, ...plain, ...plain.map(withPluses), hex, hex.toUpperCase(), ...base64Forms(part)]
}

/** Forms write spaces as `+`. */
function withPluses(text: string): string {
  return text.replaceAll(' ', '+')
}

/** After a backslash in the text, the first letter of a value belongs to an escape. */
const takenFirst = /^[nrtbfvux0]/i
/** Together with the text after the value, this can be an escape. */
const takenLast = /(?:%[0-9a-f]?|&[#a-z0-9]{0,5}|\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?)$/i
const maxTaken = 6

/**
 * The value as it appears in a text without escapes: whole, and without what is ambiguous at its ends. A short value may
 * be long enough to be searched for only if no more is left out than the text around it takes.
 */
function plainForms(part: string): string[] {
  const whole = fixedPoint(part)
  const beginnings = [whole, withoutTaken(whole), fixedPoint(withoutTaken(part))].map(withoutQuotes)
  return [...beginnings, plainBeginning(part)].flatMap((form) => [form, form.replace(takenFirst, '')])
}

/** What stays of the value, whatever is directly after it. */
function plainBeginning(value: string): string {
  return withoutQuotes(withoutAllTaken(fixedPoint(withoutAllTaken(value))))
}

/** Quotes at its ends may belong to the text. */
function withoutQuotes(text: string): string {
  return text.replace(/^[\s"'\\]+|[\s"'\\]+$/g, '')
}

function withoutTaken(text: string): string {
  const from = Math.max(0, text.length - maxTaken)
  const at = text.slice(from).search(takenLast)
  return at === -1 ? text : text.slice(0, from + at)
}

/** What becomes of an escape can be taken by the characters before it: `%%41b` is `%Ab`. */
function withoutAllTaken(text: string): string {
  let rest = text
  for (let next = withoutTaken(rest); next.length < rest.length; next = withoutTaken(rest)) rest = next
  return rest
}

/**
 * Inside a longer base64 text, a secret begins at one of three positions in a group of four characters. The characters
 * that it shares with its neighbours are left out.
 */
function base64Forms(value: string): string[] {
  return [0, 1, 2].flatMap((bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(value)])
    const shared = Math.ceil((bytesBefore * 8) / 6)
    const form = bytes.toString('base64').slice(shared, Math.floor((bytes.length * 8) / 6))
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
