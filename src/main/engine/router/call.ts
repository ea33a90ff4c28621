/** What the router is asked to do, and for whom. */
import type { RunKind } from '#contract/tools/call'
import type { Approval } from '#contract/decision'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Cancellation } from '#engine/router/cancellation'

/** Whoever makes calls: a session at the gateway, the page, the command. */
export interface Caller {
  /** Calls of one caller wait in one line, so that no caller starves another. */
  readonly key: string
  /** What this caller declared it can do, in MCP's own form. */
  readonly capabilities: Readonly<Record<string, unknown>>
  /**
   * Answers what a server asks during a call (sampling, elicitation, roots); null: it cannot be asked. Rejects with
   * SERVER_ERROR, `data` being the JSON-RPC error that the server is to get.
   */
  readonly ask: ((request: ServerRequest, signal: AbortSignal) => Promise<unknown>) | null
  /** It takes a server's wish for input as an answer, and brings the input with the request made anew. Absent: it does not. */
  readonly takesInputRequired?: boolean
  /** It knows the error that wants pages visited first, and makes the call anew itself. Absent: it is asked to visit them. */
  readonly takesUrlRequired?: boolean
  /** Told what concerns it beside its calls, maybe long after them. Absent: it is not told. */
  readonly tell?: (method: string, params: Readonly<Record<string, unknown>>) => void
  /** Whether what is told beside its calls reaches it now. Absent: no. */
  readonly listens?: () => boolean
  /** Who it says it is, for the records and for people to read: nothing is decided by it. */
  readonly identity?: CallerIdentity
  /** By which its owner knows it, whatever it says: what a person is shown. Absent: they know it by no name. */
  readonly knownAs?: string
  /** Which of its tool calls wait until a person allows them. Absent: none. */
  readonly approval?: Approval
  /** The conversation of the chat that it belongs to: where decisions for that conversation hold. */
  readonly conversationId?: string | null
  /** Arguments that do not fit the tool's schema are refused with what is wrong, before they are sent. */
  readonly checksArguments?: boolean
}

export interface CallerIdentity {
  readonly kind: RunKind
  readonly name: string | null
  readonly version: string | null
  /** Its calls are one run for as long as it has this key; otherwise a run ends when it is idle for long. */
  readonly hasSession: boolean
  /** Which of its calls are one run, where that is not all of its session. */
  readonly run?: string
}

export interface ServerRequest {
  readonly method: string
  readonly params: unknown
}

/** A place for the result of a call as JSON: whoever writes it out first leaves it here for the others. */
export interface WrittenResult {
  json: string | null
}

/** A request that is routed to one server. */
export interface RoutedCall {
  /** As they came: what names the target is the public name or address, the rest goes upstream untouched. */
  readonly params: Readonly<Record<string, unknown>>
  readonly caller: Caller
  readonly cancellation?: Cancellation | undefined
  /** The mildest log message that its caller wants; null or absent: none. */
  readonly logLevel?: string | null | undefined
  /** What its caller sees by now, where that can change while the call is under way. */
  readonly scopeNow?: (() => Scope) | undefined
  /** Labels: of a group, the members whose servers have all of them are called as long as one can take the call. */
  readonly prefer?: readonly string[] | undefined
  /** Progress (with the caller's own token) and log messages that belong to this call. */
  readonly onNotification?: ((method: string, params: Record<string, unknown>) => void) | undefined
  /** Given by a caller that will need the result as JSON. */
  readonly written?: WrittenResult | undefined
  /**
   * When it is there, the call is sent only after it is on record that it is about to be made, and this is told the id
   * of the record (null while nothing is recorded) and waited for. Other calls are recorded some time after they were
   * answered.
   */
  readonly onRecorded?: ((id: string | null) => unknown) | undefined
  /** Its caller was not offered this tool, whatever the scope has: it is unknown, and recorded so. */
  readonly unoffered?: boolean
  /** Told the id of the question while a person is asked whether the call may be made, and null when that is over. */
  readonly onQuestion?: ((id: string | null) => void) | undefined
  /** Told the arguments that a person gave in place of the caller's. */
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
 * Carries calls. Every promise settles exactly once: with the server's result, or with an `AppError`:
 * UNKNOWN_TOOL, SERVER_UNAVAILABLE, SERVER_LOST, SERVER_ERROR (`data` is the JSON-RPC error object as it came),
 * CALL_TIMED_OUT, CALL_CANCELLED, QUEUE_FULL, CALL_REFUSED, and INVALID_INPUT for a caller whose arguments are checked.
 */
export interface Router {
  callTool(scope: Scope, call: ToolCall): Promise<CallResult>
  /**
   * The same for prompts, resources and completions; an unknown one is UNKNOWN_PROMPT or UNKNOWN_RESOURCE. Any other method is
   * for the one server of a scope that is one server.
   */
  request(scope: Scope, method: string, call: RoutedCall): Promise<CallResult>
}
