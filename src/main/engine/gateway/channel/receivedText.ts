/** One message as text, made a value: within bounds, and what is no JSON is answered as such. */
import { nestsTooDeep } from '#engine/policies/nesting'
import { errorJson } from '#contract/jsonRpc/messages'
import { parseError } from '#contract/jsonRpc/errorCodes'

/** `refusal`: the answer for what cannot be read. */
export function parsedMessage(text: string): { readonly value: unknown } | { readonly refusal: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { refusal: unreadable('this is not valid JSON') }
  }
  return nestsTooDeep(value) ? { refusal: unreadable('the message nests too deep') } : { value }
}

export function unreadable(reason: string): string {
  return errorJson(undefined, { code: parseError, message: `Parse error: ${reason}` })
}
