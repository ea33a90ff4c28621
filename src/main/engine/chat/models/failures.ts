/** Decides what an endpoint's error means for a run. Pure. */
import { APIError } from '@anthropic-ai/sdk'
import { z } from 'zod'
import { durationText } from '#contract/text/durationText'
import { ModelFailure } from '#engine/chat/models/modelClient'

const errorBody = z.looseObject({ error: z.looseObject({ type: z.string().optional(), message: z.string() }) })

/** The SDK's error for a response, as opposed to a connection error. */
type ResponseError = APIError<number, Headers>

export function isResponseError(thrown: unknown): thrown is ResponseError {
  return thrown instanceof APIError && thrown.status !== undefined && thrown.headers !== undefined
}

/** The SDK's text for an empty response. */
const noBody = 'status code (no body)'
const passing = new Set([408, 409, 425, 429])
/** How endpoints say that a request is too long. */
const tooLong = /prompt is too long|context (?:window|length)|too many tokens/i
/** Words that appear in this order, with anything between them. */
const exceeded = [/exceeds? /i, /context|maximum/i, /token/i]

export function readFailure(error: ResponseError): ModelFailure {
  const { status, headers, requestID } = error
  const said = wordsOf(error)
  const request = typeof requestID === 'string' ? `, request ${requestID.slice(0, 100)}` : ''
  const message = said === '' ? `The model endpoint answered ${status}${request}.` : `${said} (${status}${request})`
  if (status === 413 || (status === 400 && saysTooLong(said))) return new ModelFailure('tooLong', message)
  const retry = headers.get('x-should-retry')
  if (retry === 'false' || (retry !== 'true' && !passing.has(status) && status < 500))
    return new ModelFailure('refused', message)
  return new ModelFailure('again', message, retryAfterMs(headers))
}

export function notWithin(ms: number): ModelFailure {
  return new ModelFailure('again', `The endpoint did not start to answer within ${durationText(ms)}.`)
}

/** Reads an error event in a stream. An overloaded endpoint may send one after it has begun to answer. */
export function readErrorEvent(data: unknown, hasBegun: boolean): ModelFailure {
  const parsed = errorBody.safeParse(data)
  const type = parsed.data?.error.type ?? ''
  const message = parsed.data?.error.message ?? 'The answer ended with an error.'
  if (type === 'invalid_request_error') return new ModelFailure(saysTooLong(message) ? 'tooLong' : 'refused', message)
  return new ModelFailure(hasBegun ? 'cut' : 'again', message)
}

function saysTooLong(said: string): boolean {
  if (tooLong.test(said)) return true
  let at = 0
  return exceeded.every((words) => {
    const found = words.exec(said.slice(at))
    at += (found?.index ?? 0) + (found?.[0].length ?? 0)
    return found !== null
  })
}

/**
 * The requested delay in milliseconds. `retry-after`, in seconds, counts only without `retry-after-ms`. A date is
 * ignored.
 */
function retryAfterMs(headers: Headers): number | null {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(exact) && exact >= 0) return exact
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

function wordsOf({ error, message, status }: ResponseError): string {
  const parsed = errorBody.safeParse(error)
  if (parsed.success) return parsed.data.error.message.slice(0, 2000)
  // A body of another form comes from a proxy or another program. If it is not JSON, the SDK has it only in its
  // message.
  const text = error === undefined ? message.slice(`${status} `.length) : JSON.stringify(error)
  return text === noBody || text.startsWith('<') ? '' : text.trim().slice(0, 300)
}
