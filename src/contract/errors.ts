/**
 * The error codes that cross a wire, and the one error class that carries them. All code throws `AppError`, and the
 * hosts convert it once, at their edge.
 */
import type { Cause } from '#contract/servers/cause'

export const errorCodes = {
  /** The input does not have the form that the route requires. */
  INVALID_INPUT: 400,
  /** The access token is missing or wrong. */
  UNAUTHORIZED: 401,
  /** The caller is known but may not do this. */
  FORBIDDEN: 403,
  /** No server, project or other object has this name. */
  NOT_FOUND: 404,
  /** This caller cannot call a tool with this name. */
  UNKNOWN_TOOL: 404,
  /** This caller cannot see a prompt with this name. */
  UNKNOWN_PROMPT: 404,
  /** No server that this caller can see has a resource with this URI. */
  UNKNOWN_RESOURCE: 404,
  /** The name is taken, or the object has changed meanwhile. */
  CONFLICT: 409,
  /** Another engine has the data folder. */
  ENGINE_RUNNING: 409,
  /** A newer Switchboard wrote the store. It was not touched. */
  STORE_TOO_NEW: 409,
  /** The store is damaged, or cannot be reached; the message says what to do. */
  STORE_UNREADABLE: 500,
  /** A person or a stored decision refused this call; the message says which, and what to do. */
  CALL_REFUSED: 403,
  /** The caller cancelled the call. */
  CALL_CANCELLED: 499,
  /** Too many calls are already waiting for this server. */
  QUEUE_FULL: 429,
  /** This client has reached its limit of calls; `data.retryAfterMs` says how long to wait. */
  TOO_MANY_CALLS: 429,
  /** The server answered the request with a JSON-RPC error; `data` contains it untouched. */
  SERVER_ERROR: 502,
  /** The server died, or was stopped, after the call had been sent to it. */
  SERVER_LOST: 502,
  /** The server is down, starting, or its breaker is open: the call was never sent. */
  SERVER_UNAVAILABLE: 503,
  /** The server did not answer in time. */
  CALL_TIMED_OUT: 504,
  /** A server's command was not found or cannot be run. */
  COMMAND_FAILED: 502,
  /** The server started but did not complete the MCP handshake. */
  HANDSHAKE_FAILED: 502,
  /** The server requires a sign-in, or rejects the current one. */
  SIGN_IN_REQUIRED: 502,
  /** No vault is available on this machine, so a secret cannot be stored. */
  VAULT_UNAVAILABLE: 503,
  /** No suitable container runtime is available, or it does not answer; the message says how to get one. */
  RUNTIME_UNAVAILABLE: 503,
  /** No reachable registry has an image with this name for this machine. */
  IMAGE_NOT_FOUND: 422,
  /** The registry has no package with this name, or no such version. */
  PACKAGE_NOT_FOUND: 422,
  /** The package registry did not answer. */
  REGISTRY_UNREACHABLE: 503,
  /** A package could not be installed in its container. The message ends with the installer's last output. */
  INSTALL_FAILED: 502,
  /** The runtime cannot enforce a requested limit. */
  LIMIT_NOT_ENFORCEABLE: 422,
  /** Another program uses this port of the machine. */
  PORT_TAKEN: 409,
  /** A container uses the volume. */
  VOLUME_IN_USE: 409,
  /** A `${NAME}` in a configuration has no value. */
  SECRET_MISSING: 424,
  /** An error in Switchboard itself; the log has the cause. */
  INTERNAL: 500,
} as const

export type ErrorCode = keyof typeof errorCodes

export interface AppErrorOptions {
  readonly data?: unknown
  /** Set if the cause is well-known, so that its repair can be offered. */
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

/** The only way to read a message from a thrown value. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
