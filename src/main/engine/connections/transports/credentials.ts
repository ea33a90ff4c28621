/** The sign-in of one remote server, as the transport uses it. */
import type { AppError } from '#contract/errors'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'

export interface Credentials {
  /**
   * The current value of `Authorization` for a request to this address; null if there is none. Does not wait. A token
   * is meant for one server, so the result is null for any other address.
   */
  headerFor(url: URL): string | null
  /**
   * Call when the server has refused a request. Resolves when a header is available with which the request may be
   * repeated. Rejects with `SIGN_IN_REQUIRED`, or with `SERVER_UNAVAILABLE` while the issuer cannot be reached.
   */
  refused(refusal: Refusal): Promise<void>
}

export interface Refusal {
  /** The status of the response: 401 or 403. */
  readonly status: number
  /** The `WWW-Authenticate` headers, unchanged. */
  readonly challenges: readonly string[]
  /** The `Authorization` header of the refused request; null if it had none. */
  readonly sent: string | null
}

/** `account`: the account whose sign-in is used. `address`: the server's address. */
export type CredentialsFor = (account: string, address: URL) => Credentials

/**
 * The account that must sign in. Null for any other error, and for a server that wants credentials but offers no
 * sign-in.
 */
export function accountIn({ code, data }: AppError): string | null {
  const account = code === 'SIGN_IN_REQUIRED' ? fieldsOf(data)['account'] : null
  return typeof account === 'string' ? account : null
}

/** Whether the server answered, but wants a token that is not available at the moment. */
export function isOfSignIn({ data }: AppError): boolean {
  return typeof fieldsOf(data)['account'] === 'string'
}
