/**
 * Makes one request to a token endpoint, and classifies its failure: the issuer refused, could not be reached, or may
 * have used the token.
 */
import { AppError, messageOf } from '#contract/errors'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { shortText } from '#contract/text/shortText'
import { HttpFailure } from '#engine/net/httpExchange'
import type { Redactor } from '#engine/ports'
import type { IssuerFetch } from '#engine/signIn/discovery/issuerFetch'
import type { FlowContext } from '#engine/signIn/flow/flowContext'
import { refusedByIssuer, unsafeIn } from '#engine/signIn/signInError'
import { retryAfterMs } from '#engine/signIn/state/refreshTimes'

export interface IssuedTokens {
  readonly access_token: string
  readonly token_type: string
  readonly refresh_token?: string | undefined
  readonly expires_in?: number | undefined
  readonly scope?: string | undefined
  readonly id_token?: string | undefined
}

export type TokenOutcome =
  | { readonly kind: 'issued'; readonly tokens: IssuedTokens }
  /** `code`: OAuth's error code, or the HTTP status if the issuer sends none. */
  | { readonly kind: 'refused'; readonly code: string; readonly text: string; readonly error?: AppError }
  /** The request was not processed. */
  | { readonly kind: 'unreachable'; readonly text: string; readonly retryAfterMs: number | null }
  /** The request was sent, but no readable answer came, so it may have been processed. */
  | { readonly kind: 'lost'; readonly text: string }

interface SeenAnswer {
  readonly status: number
  readonly retryAfter: string | null
  readonly error: string | null
  readonly description: string | null
}

const passing = ['server_error', 'temporarily_unavailable', 'slow_down', 'too_many_requests']

export async function requestTokens(
  { fetch, parts, redactor }: FlowContext,
  request: (fetch: IssuerFetch) => Promise<IssuedTokens>,
): Promise<TokenOutcome> {
  let seen: SeenAnswer | null = null
  const watched: IssuerFetch = async (url, init) => {
    seen = null
    const response = await fetch(url, init)
    seen = await seenIn(response.clone(), redactor)
    return response
  }
  try {
    const tokens = await request(watched)
    for (const secret of [tokens.access_token, tokens.refresh_token, tokens.id_token])
      if (secret !== undefined) redactor.add(secret)
    const problem = problemOf(tokens)
    return problem === null ? { kind: 'issued', tokens } : { kind: 'lost', text: problem }
  } catch (thrown) {
    return outcomeOf(thrown, seen, parts.clock.now())
  }
}

function outcomeOf(thrown: unknown, seen: SeenAnswer | null, now: number): TokenOutcome {
  if (seen === null) {
    const unsafe = unsafeIn(thrown)
    if (unsafe !== null) return { kind: 'refused', code: '', text: unsafe.message, error: unsafe }
    const wasSent = thrown instanceof HttpFailure && thrown.sent
    return wasSent
      ? { kind: 'lost', text: `the connection was lost (${thrown.message})` }
      : { kind: 'unreachable', text: messageOf(thrown), retryAfterMs: null }
  }
  const { status, error, description } = seen
  const text = error === null ? `HTTP ${status}` : `${error}${description === null ? '' : ` (${description})`}`
  if (status === 429 || status >= 500 || (error !== null && passing.includes(error)))
    return { kind: 'unreachable', text, retryAfterMs: retryAfterMs(seen.retryAfter, now) }
  if (error !== null) return { kind: 'refused', code: error, text }
  if (status >= 200 && status < 300) return { kind: 'lost', text: 'the answer cannot be read' }
  return { kind: 'refused', code: `HTTP ${status}`, text }
}

/** Redacts the answer, because careless issuers repeat secrets that they were sent. */
async function seenIn(response: Response, redactor: Pick<Redactor, 'redact'>): Promise<SeenAnswer> {
  const { status, headers } = response
  const body = await response.text().then(parsed, () => null)
  const textOf = (field: string) => {
    const value = isObject(body) ? body[field] : null
    return typeof value === 'string' && value !== '' ? shortText(redactor.redact(value), 300) : null
  }
  return {
    status,
    retryAfter: headers.get('retry-after'),
    error: textOf('error'),
    description: textOf('error_description'),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function problemOf({ access_token: token, token_type: type }: IssuedTokens): string | null {
  if (/^dpop$/i.test(type)) return 'its tokens need DPoP, which Switchboard does not support'
  return /^[\x21-\x7e]+$/.test(token) ? null : 'its token contains characters that a header cannot have'
}

/** The tokens for a sign-in that a person began. Every failure is thrown. */
export function issuedOrThrow(outcome: TokenOutcome, issuer: string): IssuedTokens {
  switch (outcome.kind) {
    case 'issued':
      return outcome.tokens
    case 'refused':
      throw outcome.error ?? refusedByIssuer(issuer, outcome)
    case 'unreachable':
      throw new AppError('SERVER_UNAVAILABLE', `The issuer ${issuer} cannot be reached: ${outcome.text}.`)
    case 'lost':
      throw new AppError('SERVER_LOST', `The issuer ${issuer} issued no token: ${outcome.text}.`)
  }
}
