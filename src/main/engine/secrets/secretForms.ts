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
  return [part, JSON.stringify(part).slice(1, -1), ...plainForms(part), hex, hex.toUpperCase(), ...base64Forms(part)]
}

/**
 * The value as it appears in a text without escapes, less what is ambiguous at its ends: quotes may belong to the text,
 * a first letter to a backslash before it, a last `%` or `&` to what follows.
 */
function plainForms(part: string): string[] {
  const plain = fixedPoint(part).replace(/^[\s"'\\]+|[\s"'\\]+$/g, '')
  const inner = plain.replace(/^[nrtbfvux0]|(?:%[0-9a-f]?|&[#a-z0-9]{0,5})$/gi, '')
  return [plain, inner, plain.replaceAll(' ', '+')]
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
