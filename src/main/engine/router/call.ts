/** A call as the router gets it, and its caller. */
import type { RunKind } from '#contract/tools/call'
import type { Approval } from '#contract/decision'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Cancellation } from '#engine/router/cancellation'

/** The source of calls: a session at the gateway, the page, the command. */
export interface Caller {
  /** Calls with the same key wait in one line, so that no caller starves another. */
  readonly key: string
  /** The capabilities that this caller declared, in MCP's own form. */
  readonly capabilities: Readonly<Record<string, unknown>>
  /**
   * Answers questions that a server asks during a call: sampling, elicitation, roots. Rejects with SERVER_ERROR,
   * whose `data` is the JSON-RPC error for the server. Null: the caller cannot be asked.
   */
  readonly ask: ((request: ServerRequest, signal: AbortSignal) => Promise<unknown>) | null
  /**
   * Whether the caller accepts "input required" as an answer, and makes the request again with the input. Absent: it
   * does not.
   */
  readonly takesInputRequired?: boolean
  /**
   * Whether the caller knows the error that asks for page visits, and makes the call again itself. Absent: the router
   * asks the caller to visit the pages.
   */
  readonly takesUrlRequired?: boolean
  /**
   * Delivers notifications that belong to no call, possibly long after the last call. Absent: the caller receives
   * none.
   */
  readonly tell?: (method: string, params: Readonly<Record<string, unknown>>) => void
  /** Whether notifications that belong to no call reach the caller now. Absent: they do not. */
  readonly listens?: () => boolean
  /** How the caller describes itself, for records and for people. No decision depends on it. */
  readonly identity?: CallerIdentity
  /** The name that a person gave the caller, which is shown to people. Absent: none was given. */
  readonly knownAs?: string
  /** Which of the caller's tool calls wait until a person allows them. Absent: none. */
  readonly approval?: Approval
  /** The chat conversation that the caller belongs to. Decisions for that conversation apply. */
  readonly conversationId?: string | null
  /**
   * Whether the caller's arguments are checked against the tool's schema. Invalid arguments are refused with an
   * explanation.
   */
  readonly checksArguments?: boolean
}

export interface CallerIdentity {
  readonly kind: RunKind
  readonly name: string | null
  readonly version: string | null
  /**
   * Whether the caller has a session. If so, all calls with its key are one run. Otherwise, a long pause ends the run.
   */
  readonly hasSession: boolean
  /** Groups calls into runs, if a session has several runs. */
  readonly run?: string
}

export interface ServerRequest {
  readonly method: string
  readonly params: unknown
}

/** Caches a result as JSON: the code that serializes the result first stores the text for the rest. */
export interface WrittenResult {
  json: string | null
}

/** A request that is routed to one server. */
export interface RoutedCall {
  /**
   * The params from the caller. They contain the public name or URI of the target. Everything else is sent to the
   * server unchanged.
   */
  readonly params: Readonly<Record<string, unknown>>
  readonly caller: Caller
  readonly cancellation?: Cancellation | undefined
  /** The lowest log level that the caller wants; null or absent: no log messages. */
  readonly logLevel?: string | null | undefined
  /** Returns the caller's current scope, if it can change during the call. */
  readonly scopeNow?: (() => Scope) | undefined
  /**
   * The labels to prefer. Group members whose servers have all of them are called first, if one of these members can
   * take the call.
   */
  readonly prefer?: readonly string[] | undefined
  /** Receives this call's progress (with the caller's own token) and log messages. */
  readonly onNotification?: ((method: string, params: Record<string, unknown>) => void) | undefined
  /** Where to store the result as JSON, for a caller that will need it. */
  readonly written?: WrittenResult | undefined
  /**
   * If set, the call is sent only after a record says that it is about to be made. The function gets the record's id
   * (null while recording is off), and is awaited. Other calls are recorded some time after they were answered.
   */
  readonly onRecorded?: ((id: string | null) => unknown) | undefined
  /**
   * Whether the caller was not offered this tool, whatever the scope contains. The call fails as unknown, and is
   * recorded that way.
   */
  readonly unoffered?: boolean
  /** Gets the question's id while a person is asked whether to allow the call, then null. */
  readonly onQuestion?: ((id: string | null) => void) | undefined
  /** Gets the new arguments if a person edited the caller's. */
  readonly onEdited?: ((args: Readonly<Record<string, unknown>>) => void) | undefined
}

export interface ToolCall extends RoutedCall {
  readonly params: ToolCallParams
}

export interface ToolCallParams {
  readonly name: string
  readonly arguments?: unknown
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
  readonly [key: string]: unknown
}

/** A result exactly as the server returned it. */
export type CallResult = Record<string, unknown>

/**
 * Routes calls. Every promise settles exactly once: with the server's result, or with an `AppError`. The codes are
 * UNKNOWN_TOOL, SERVER_UNAVAILABLE, SERVER_LOST, SERVER_ERROR (`data` is the server's JSON-RPC error object,
 * unchanged), CALL_TIMED_OUT, CALL_CANCELLED, QUEUE_FULL, CALL_REFUSED, and INVALID_INPUT if the caller's arguments
 * are checked.
 */
export interface Router {
  callTool(scope: Scope, call: ToolCall): Promise<CallResult>
  /**
   * Routes requests for prompts, resources and completions in the same way. Unknown targets give UNKNOWN_PROMPT or
   * UNKNOWN_RESOURCE. Any other method needs a scope with a single server.
   */
  request(scope: Scope, method: string, call: RoutedCall): Promise<CallResult>
}
