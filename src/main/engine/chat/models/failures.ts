/** What an endpoint's refusal means for a run. Pure. */
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { ModelFailure } from '#engine/chat/models/modelClient'

const errorBody = z.looseObject({ error: z.looseObject({ type: z.string().optional(), message: z.string() }) })

const passing = new Set([408, 409, 425, 429])
/** The words in which endpoints say that a request is too long. */
const tooLong = /prompt is too long|context (?:window|length)|too many tokens/i
/** One after the other, with anything between them. */
const exceeded = [/exceeds? /i, /context|maximum/i, /token/i]

export function readFailure(status: number, headers: IncomingHttpHeaders, body: string): ModelFailure {
  const said = wordsOf(body)
  const message = said === '' ? `The model's endpoint answered ${status}.` : `${said} (${status})`
  if (status === 413 || (status === 400 && saysTooLong(said))) return new ModelFailure('tooLong', message)
  const retry = headers['x-should-retry']
  if (retry === 'false' || (retry !== 'true' && !passing.has(status) && status < 500))
    return new ModelFailure('refused', message)
  return new ModelFailure('again', message, retryAfterMs(headers))
}

/** An error event in a stream: an endpoint that is overloaded may say so after it has begun. */
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

/** Milliseconds where the endpoint says so exactly, else seconds. A date is not worth a clock here. */
function retryAfterMs(headers: IncomingHttpHeaders): number | null {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN)
  if (Number.isFinite(exact) && exact >= 0) return exact
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}

function wordsOf(body: string): string {
  try {
    const parsed = errorBody.safeParse(JSON.parse(body))
    if (parsed.success) return parsed.data.error.message.slice(0, 2000)
  } catch {
    // No JSON: a proxy or another program speaks.
  }
  return body.startsWith('<') ? '' : body.trim().slice(0, 300)
}
