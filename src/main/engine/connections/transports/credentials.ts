/** The sign-in of one remote server, as its transport uses it. */
import type { AppError } from '#contract/errors'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'

export interface Credentials {
  /**
   * The value of `Authorization` for a request to this address now; null: none. Never waits. A token is meant for one
   * server: for any other address it is null.
   */
  headerFor(url: URL): string | null
  /**
   * The server refused a request. Resolves when a header with which it may be repeated is there. Rejects with
   * `SIGN_IN_REQUIRED`, or with `SERVER_UNAVAILABLE` while the issuer cannot be reached.
   */
  refused(refusal: Refusal): Promise<void>
}

export interface Refusal {
  /** 401, or 403. */
  readonly status: number
  /** Each `WWW-Authenticate` header as it came. */
  readonly challenges: readonly string[]
  /** The header that the refused request had; null: none. */
  readonly sent: string | null
}

/** `account`: whose sign-in it is; `address`: that of the server. */
export type CredentialsFor = (account: string, address: URL) => Credentials

/** Whose sign-in is needed; null for any other error, also of a server that wants credentials but knows no sign-in. */
export function accountIn({ code, data }: AppError): string | null {
  const account = code === 'SIGN_IN_REQUIRED' ? fieldsOf(data)['account'] : null
  return typeof account === 'string' ? account : null
}

/** Whether the server answered, and wants a token that cannot be had at the moment. */
export function isOfSignIn({ data }: AppError): boolean {
  return typeof fieldsOf(data)['account'] === 'string'
}
