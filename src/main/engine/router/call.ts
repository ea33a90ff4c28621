/** What the router is asked to do, and for whom. */
import type { RunKind } from '#contract/tools/call'
import type { Approval } from '#contract/decision'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Cancellation } from '#engine/router/cancellation'

/** Makes calls: a session at the gateway, the page, the command. */
export interface Caller {
  /** Calls of one caller wait in one line, so that no caller starves another. */
  readonly key: string
  /** The capabilities that this caller declared, in MCP's own form. */
  readonly capabilities: Readonly<Record<string, unknown>>
  /**
   * Answers what a server asks during a call (sampling, elicitation, roots); null: it cannot be asked. Rejects with
   * SERVER_ERROR; its `data` is the JSON-RPC error for the server.
   */
  readonly ask: ((request: ServerRequest, signal: AbortSignal) => Promise<unknown>) | null
  /** It accepts "input required" as an answer, and makes the request again with the input. Absent: it does not. */
  readonly takesInputRequired?: boolean
  /**
   * It knows the error that asks for page visits, and makes the call again itself. Absent: it is asked to visit the
   * pages.
   */
  readonly takesUrlRequired?: boolean
  /** Receives notifications beside its calls, possibly long after them. Absent: it receives none. */
  readonly tell?: (method: string, params: Readonly<Record<string, unknown>>) => void
  /** Whether notifications beside its calls reach it now. Absent: no. */
  readonly listens?: () => boolean
  /** How it describes itself, for records and for people. Nothing is decided by it. */
  readonly identity?: CallerIdentity
  /** The owner's name for it, whatever it calls itself; shown to people. Absent: the owner has no name for it. */
  readonly knownAs?: string
  /** Which of its tool calls wait until a person allows them. Absent: none. */
  readonly approval?: Approval
  /** The chat conversation it belongs to, whose decisions apply. */
  readonly conversationId?: string | null
  /** Its arguments are checked against the tool's schema before they are sent, and refused with the fault. */
  readonly checksArguments?: boolean
}

export interface CallerIdentity {
  readonly kind: RunKind
  readonly name: string | null
  readonly version: string | null
  /** With a session, its calls are one run as long as it has this key; otherwise a long pause ends the run. */
  readonly hasSession: boolean
  /** Groups calls into runs, where a session has several. */
  readonly run?: string
}

export interface ServerRequest {
  readonly method: string
  readonly params: unknown
}

/** Cache for a result as JSON: the first to serialise it stores it for the others. */
export interface WrittenResult {
  json: string | null
}

/** A request that is routed to one server. */
export interface RoutedCall {
  /** As they came. The name or URI of the target is the public one; the rest goes upstream untouched. */
  readonly params: Readonly<Record<string, unknown>>
  readonly caller: Caller
  readonly cancellation?: Cancellation | undefined
  /** The lowest log level that its caller wants; null or absent: none. */
  readonly logLevel?: string | null | undefined
  /** What its caller sees now, if that can change during the call. */
  readonly scopeNow?: (() => Scope) | undefined
  /**
   * Labels. Members of a group whose servers have all of them are called first, as long as one of them can take the
   * call.
   */
  readonly prefer?: readonly string[] | undefined
  /** Progress (with the caller's own token) and log messages of this call. */
  readonly onNotification?: ((method: string, params: Record<string, unknown>) => void) | undefined
  /** Set by a caller that will need the result as JSON. */
  readonly written?: WrittenResult | undefined
  /**
   * If set, the call is sent only after a record says that it is about to be made. This function gets the record's id
   * (null while recording is off), and is awaited. Other calls are recorded some time after they were answered.
   */
  readonly onRecorded?: ((id: string | null) => unknown) | undefined
  /** Its caller was not offered this tool, whatever the scope has: it is unknown, and recorded so. */
  readonly unoffered?: boolean
  /** Gets the question's id while a person is asked whether to allow the call, then null. */
  readonly onQuestion?: ((id: string | null) => void) | undefined
  /** Gets the arguments with which a person replaced the caller's. */
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

/** A result exactly as the server gave it. */
export type CallResult = Record<string, unknown>

/**
 * Carries calls. Every promise settles exactly once: with the server's result, or with an `AppError`: UNKNOWN_TOOL,
 * SERVER_UNAVAILABLE, SERVER_LOST, SERVER_ERROR (`data` is the JSON-RPC error object as it came), CALL_TIMED_OUT,
 * CALL_CANCELLED, QUEUE_FULL, CALL_REFUSED, and INVALID_INPUT for a caller whose arguments are checked.
 */
export interface Router {
  callTool(scope: Scope, call: ToolCall): Promise<CallResult>
  /**
   * The same for prompts, resources and completions; an unknown one is UNKNOWN_PROMPT or UNKNOWN_RESOURCE. Any other
   * method needs a scope that is a single server.
   */
  request(scope: Scope, method: string, call: RoutedCall): Promise<CallResult>
}
