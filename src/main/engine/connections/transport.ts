/**
 * The boundary between MCP and its transports. A transport is one launch of one server, and carries JSON texts both
 * ways.
 */
import type { AppError } from '#contract/errors'
import type { Launch, LogLine, ProtocolEra } from '#contract/servers/server'
import type { RequestId } from '#contract/jsonRpc/messages'

export interface Transport {
  /** The pid of the server's process; null if there is none. */
  readonly pid: number | null
  /** The only era that the transport supports. Absent: it supports both. */
  readonly onlyEra?: ProtocolEra
  /**
   * Whether no second session is possible beside this one. If so, this one should use the legacy era, in which tools
   * can ask their callers both during a call and through its result.
   */
  readonly isOnlySession?: boolean
  /**
   * Whether the server can receive answers to its questions. False for a legacy server without a session. Absent: true.
   */
  readonly takesAnswers?: boolean
  /** Sends one JSON text. After the transport has exited, which `onExit` reports, the text is silently dropped. */
  send(json: string, message: MessageFacts): void
  /** Passes the negotiated version to transports that must repeat it. */
  negotiated?(protocolVersion: string): void
  /** Passes the listed tools to transports that must repeat some of their parameters. */
  listed?(tools: readonly unknown[]): void
  /** Call when the caller no longer needs the answer to this request. */
  forget?(id: number): void
  /**
   * Ends the launch and everything it started. Idempotent. Resolves when nothing of it is left. Call it after
   * `onExit` as well, because `onExit` does not wait for processes that are left.
   */
  close(): Promise<void>
}

/** Facts about a JSON text, for transports that must repeat them outside of it. */
export interface MessageFacts {
  /** The id of a request; null for messages that get no answer. */
  readonly id: RequestId | null
  /** The method; null for an answer. */
  readonly method: string | null
  readonly params: unknown
  /** Whether no other request is waiting for an answer, so that there is none to send together with this one. */
  readonly alone: boolean
}

/** No method is called before the promise of `OpenTransport` has settled. */
export interface TransportEvents {
  /**
   * Passes on one JSON text, in order of arrival. The text begins like JSON, but may be invalid. `within`: the id of
   * the request in whose response the text arrived, if the transport has one response per request.
   */
  onMessage(json: string, within?: number): void
  /** Reports output other than protocol messages: stderr lines, and stdout lines that are not JSON-RPC. */
  onOutput(source: LogLine['source'], text: string): void
  /**
   * Called when this one request gets no answer, while others continue. Ignored for a request that has been answered.
   */
  onUnanswered(id: number, error: AppError): void
  /** Whether a caller is still waiting for the answer to this request. */
  isAwaited(id: number): boolean
  /** Called when a failure may mean that the server is gone. A ping should settle it. */
  onDoubt(): void
  /** Called when notifications may have been missed. */
  onGap(): void
  /** Called exactly once, after the last `onMessage`. */
  onExit(exit: TransportExit): void
}

export interface TransportExit {
  readonly code: number | null
  readonly signal: string | null
  /**
   * The reason in words, without its subject: "exited with code 1", "was killed by SIGKILL", "sent a line of more than
   * 64 MB".
   */
  readonly reason: string
  /** The error, if there is more to say than `reason`. */
  readonly error?: AppError
  /** Whether the container was killed because it ran out of memory. Absent: unknown. */
  readonly isOutOfMemory?: true
}

/**
 * A launch whose references are filled in. `account`: the account whose sign-in is sent with requests. Absent: no
 * sign-in is sent, because the server needs none, or the launch itself says how to authenticate.
 */
export type Prepared<L extends Launch = Launch> = L & { readonly account?: string }

/**
 * Opens a launch. Rejects with `COMMAND_FAILED` if it cannot even be started. `signal` is aborted when the caller no
 * longer wants the transport. Long steps then end early. If a transport is opened nevertheless, the caller closes it.
 */
export type OpenTransport<L extends Launch = Launch> = (
  launch: Prepared<L>,
  label: string,
  events: TransportEvents,
  signal?: AbortSignal,
) => Promise<Transport>

/** One opener for each kind of launch. */
export type TransportOpeners = { readonly [T in Launch['transport']]: OpenTransport<Extract<Launch, { transport: T }>> }

export function openByKind(openers: TransportOpeners): OpenTransport {
  // Each opener is stored under its own kind of launch. The compiler cannot infer that.
  return (launch, label, events, signal) => (openers[launch.transport] as OpenTransport)(launch, label, events, signal)
}
