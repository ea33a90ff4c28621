/**
 * The forms of one secret that are searched for. Before the search, escapes are removed from the text, and whole
 * encoded texts are decoded. A secret encoded among bytes that are not text is found by its form in hex, or in base64
 * at each of the three offsets.
 */
import { fixedPoint } from '#engine/secrets/plainText'
import { secretPartsOf } from '#engine/secrets/secretParts'

/** A secret's forms that are at least `minLength` characters long. */
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

/** URL-encoded forms write spaces as `+`. */
function withPluses(text: string): string {
  return text.replaceAll(' ', '+')
}

/** If a backslash is before the value, this first letter becomes part of an escape. */
const takenFirst = /^[nrtbfvux0]/i
/** This end of a value can become part of an escape, together with the text after the value. */
const takenLast = /(?:%[0-9a-f]?|&[#a-z0-9]{0,5}|\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?)$/i
const maxTaken = 6

/**
 * The value as it appears after escapes were removed: whole, and without what is ambiguous at its ends. As little as
 * possible is left out, because a short value may otherwise be too short to search for.
 */
function plainForms(part: string): string[] {
  const whole = fixedPoint(part)
  const beginnings = [whole, withoutTaken(whole), fixedPoint(withoutTaken(part))].map(withoutQuotes)
  return [...beginnings, plainBeginning(part)].flatMap((form) => [form, form.replace(takenFirst, '')])
}

/** The beginning of the value that stays the same, whatever comes directly after the value. */
function plainBeginning(value: string): string {
  return withoutQuotes(withoutAllTaken(fixedPoint(withoutAllTaken(value))))
}

/** Leaves out quotes at the ends, which may belong to the text around the value. */
function withoutQuotes(text: string): string {
  return text.replace(/^[\s"'\\]+|[\s"'\\]+$/g, '')
}

function withoutTaken(text: string): string {
  const from = Math.max(0, text.length - maxTaken)
  const at = text.slice(from).search(takenLast)
  return at === -1 ? text : text.slice(0, from + at)
}

/** Repeats until nothing changes, because a decoded escape can become part of another: `%%41b` is `%Ab`. */
function withoutAllTaken(text: string): string {
  let rest = text
  for (let next = withoutTaken(rest); next.length < rest.length; next = withoutTaken(rest)) rest = next
  return rest
}

/**
 * Inside a longer base64 text, a secret begins at one of three positions in a group of four characters. Characters that
 * it shares with its neighbours are left out.
 */
function base64Forms(value: string): string[] {
  return [0, 1, 2].flatMap((bytesBefore) => {
    const bytes = Buffer.concat([Buffer.alloc(bytesBefore), Buffer.from(value)])
    const shared = Math.ceil((bytesBefore * 8) / 6)
    const form = bytes.toString('base64').slice(shared, Math.floor((bytes.length * 8) / 6))
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
