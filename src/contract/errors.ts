/**
 * The error codes that cross a wire, and the one error class that carries them.
 * Throw `AppError` inside; the hosts convert it once at their edge.
 */
import type { Cause } from '#contract/servers/cause'

export const errorCodes = {
  /** The input does not have the form the route asks for. */
  INVALID_INPUT: 400,
  /** The access token is missing or wrong. */
  UNAUTHORIZED: 401,
  /** The caller is known but may not do this. */
  FORBIDDEN: 403,
  /** No server, project or other thing has this name. */
  NOT_FOUND: 404,
  /** No tool of this name is callable by this caller. */
  UNKNOWN_TOOL: 404,
  /** No prompt of this name is there for this caller. */
  UNKNOWN_PROMPT: 404,
  /** No server that this caller can see has a resource at this address. */
  UNKNOWN_RESOURCE: 404,
  /** The name is taken, or the thing changed meanwhile. */
  CONFLICT: 409,
  /** Another engine holds the data folder. */
  ENGINE_RUNNING: 409,
  /** The store was written by a newer Switchboard. It was not touched. */
  STORE_TOO_NEW: 409,
  /** The store is damaged, or cannot be reached; the message says what to do. */
  STORE_UNREADABLE: 500,
  /** A person, or a decision that is remembered, does not allow this call; the message says which, and what to do. */
  CALL_REFUSED: 403,
  /** The caller cancelled the call. */
  CALL_CANCELLED: 499,
  /** Too many calls wait for this server already. */
  QUEUE_FULL: 429,
  /** This client has made all the calls that it may make for now; `data.retryAfterMs` says how long to wait. */
  TOO_MANY_CALLS: 429,
  /** The server answered the request with a JSON-RPC error; `data` holds it untouched. */
  SERVER_ERROR: 502,
  /** The server died, or was stopped, after the call had been sent to it. */
  SERVER_LOST: 502,
  /** The server is down, starting, or its breaker is open: the call was never sent. */
  SERVER_UNAVAILABLE: 503,
  /** The server did not answer in time. */
  CALL_TIMED_OUT: 504,
  /** The command of a server cannot be found or run. */
  COMMAND_FAILED: 502,
  /** The server started but did not complete the MCP handshake. */
  HANDSHAKE_FAILED: 502,
  /** The server wants a sign-in, or does not accept the one it was given. */
  SIGN_IN_REQUIRED: 502,
  /** No vault is available on this machine, so a secret cannot be kept. */
  VAULT_UNAVAILABLE: 503,
  /** No runtime for containers that would do is there, or it does not answer; the message says how to get one. */
  RUNTIME_UNAVAILABLE: 503,
  /** No registry that can be reached has an image of this name, or it is not for this machine. */
  IMAGE_NOT_FOUND: 422,
  /** The runtime cannot hold a limit that was asked for. */
  LIMIT_NOT_ENFORCEABLE: 422,
  /** The port of this machine is somebody else's. */
  PORT_TAKEN: 409,
  /** A container has the volume. */
  VOLUME_IN_USE: 409,
  /** A `${NAME}` in a configuration has no value. */
  SECRET_MISSING: 424,
  /** A fault of Switchboard itself; the log has the cause. */
  INTERNAL: 500,
} as const

export type ErrorCode = keyof typeof errorCodes

export interface AppErrorOptions {
  readonly data?: unknown
  /** Where the cause is a well-known one, for whoever offers the repair. */
  readonly known?: Cause
  readonly cause?: unknown
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly data: unknown
  readonly known: Cause | null

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.data = options.data
    this.known = options.known ?? null
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value)
}

/** The one way to read a message out of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
