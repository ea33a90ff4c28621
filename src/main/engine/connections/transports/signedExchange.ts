/**
 * An HTTP exchange with the credentials of a sign-in. The server does not process a request that it refuses, so the
 * request is repeated once better credentials are available. For all other requests, the cost is one header.
 */
import { AppError } from '#contract/errors'
import { accountIn, type Credentials } from '#engine/connections/transports/credentials'
import {
  type Exchange,
  exchange,
  type ExchangeParts,
  type ExchangeRequest,
  type HttpAnswer,
} from '#engine/net/httpExchange'

/** The account whose credentials a transport sends, and the server they are meant for. */
export interface Signer {
  readonly account: string
  /**
   * The server's address. The credentials are sent only to its origin, also when an SSE server names another address
   * for messages.
   */
  readonly address: URL
  readonly credentials: Credentials
}

/** The maximum number of times that one request is sent. */
const maxSent = 3

/** `signer`: null if the launch itself says how to authenticate. */
export function signedExchange(parts: ExchangeParts, signer: Signer | null, request: ExchangeRequest): Exchange {
  if (signer === null) return exchange(parts, request)
  const { credentials, address } = signer
  let sent: string | null = null
  let count = 0
  return exchange(parts, {
    ...request,
    headersFor: (url) => {
      sent = url.origin === address.origin ? credentials.headerFor(address) : null
      const headers = request.headersFor(url)
      return sent === null ? headers : { ...headers, authorization: sent }
    },
    repeats: (answer) => {
      const challenges = refusalIn(answer, address.origin)
      if (challenges === null) return null
      count += 1
      if (count === maxSent) return Promise.reject(stillRefused(signer.account, answer.status))
      return mayRepeat(credentials.refused({ status: answer.status, challenges, sent }), answer.status)
    },
  })
}

/**
 * The challenges of a refusal that another sign-in, or one with more rights, could resolve. Null for any other
 * answer.
 */
function refusalIn({ status, body, url }: HttpAnswer, origin: string): readonly string[] | null {
  if ((status !== 401 && status !== 403) || url.origin !== origin) return null
  const challenges = body.headersDistinct['www-authenticate'] ?? []
  return status === 401 || challenges.some((one) => /\binsufficient_scope\b/.test(one)) ? challenges : null
}

/** Returns false if the server offers no sign-in, so that its answer stands. */
async function mayRepeat(renewed: Promise<void>, status: number): Promise<boolean> {
  try {
    await renewed
    return true
  } catch (thrown) {
    const isUnknown = thrown instanceof AppError && thrown.code === 'SIGN_IN_REQUIRED' && accountIn(thrown) === null
    if (isUnknown && status === 401) return false
    throw thrown
  }
}

function stillRefused(account: string, status: number): AppError {
  const message =
    `The server does not accept the token from its own sign-in (HTTP ${status}). Sign out and in again on the server's ` +
    'page in Switchboard, or with: switchboard sign-out, then switchboard sign-in.'
  const data = { account, status }
  return new AppError('SIGN_IN_REQUIRED', message, { data, known: { code: 'sign-in-needed', about: {} } })
}
