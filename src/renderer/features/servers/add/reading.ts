/** Parses the text in the command field of a new server, typed or pasted. Pure. */
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser'
import { AppError, messageOf } from '#contract/errors'
import { jsonProblem } from '#contract/pasted/jsonProblem'
import type { PastedServer } from '#contract/pasted/pasted'
import { readPasted } from '#contract/pasted/readPasted'

export type Reading =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'one'; readonly server: PastedServer; readonly notes: readonly string[] }
  /** The text has several servers, which only the import dialog can add. */
  | { readonly kind: 'many'; readonly count: number }
  | { readonly kind: 'problem'; readonly message: string }

export function readText(text: string): Reading {
  if (text.trim() === '') return { kind: 'nothing' }
  try {
    const { servers, notes } = readPasted(text, readJson)
    const [server] = servers
    return server === undefined || servers.length > 1
      ? { kind: 'many', count: servers.length }
      : { kind: 'one', server, notes }
  } catch (thrown) {
    return { kind: 'problem', message: messageOf(thrown) }
  }
}

function readJson(text: string): unknown {
  const errors: ParseError[] = []
  const value: unknown = parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error === undefined) return value
  throw new AppError('INVALID_INPUT', jsonProblem(text, printParseErrorCode(error.error), error.offset))
}
