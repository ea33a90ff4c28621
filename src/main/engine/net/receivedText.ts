/** Parses one received message, within limits. For text that is not JSON, returns the answer to send. Pure. */
import { errorJson } from '#contract/jsonRpc/messages'
import { parseError } from '#contract/jsonRpc/errorCodes'
import { excessOf, mayExceed } from '#engine/policies/nesting'

/** The maximum size of a client's message. */
export const maxClientMessageBytes = 4 * 1024 * 1024

/** `refusal`: the answer to a message that cannot be parsed. */
export function parsedMessage(text: string): { readonly value: unknown } | { readonly refusal: string } {
  const excess = mayExceed(text.length) ? excessOf(Buffer.from(text)) : null
  if (excess !== null) return { refusal: unreadable(`the message ${excess}`) }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { refusal: unreadable('this is not valid JSON') }
  }
}

export function unreadable(reason: string): string {
  return errorJson(undefined, { code: parseError, message: `Parse error: ${reason}` })
}

export function tooLarge(maxBytes: number): string {
  return unreadable(`a message may have at most ${maxBytes} bytes`)
}
