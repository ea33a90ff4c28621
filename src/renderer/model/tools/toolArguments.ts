/** Parses typed arguments: an object, or the error in the text with its position. Pure. */
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { jsonProblem } from '#contract/pasted/jsonProblem'

export type ReadArguments =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  /** `at`: the position of the error in the text. */
  | { readonly ok: false; readonly message: string; readonly at: number }

export function readArguments(text: string): ReadArguments {
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    return syntaxFault(text)
  }
  return isObject(value) ? { ok: true, value } : { ok: false, message: 'Arguments must be a JSON object: { … }', at: 0 }
}

function syntaxFault(text: string): ReadArguments {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  const [first] = errors
  if (first === undefined) return { ok: false, message: 'This is not valid JSON.', at: text.length }
  return {
    ok: false,
    message: `${jsonProblem(text, printParseErrorCode(first.error), first.offset)}.`,
    at: first.offset,
  }
}
