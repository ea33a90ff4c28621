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
  /** Set if this transport supports only one era. */
  readonly onlyEra?: ProtocolEra
  /**
   * No second session is possible beside this one. It should use the legacy era, in which tools can ask their callers
   * both during a call and through its result.
   */
  readonly isOnlySession?: boolean
  /** False if a legacy server has no session in which it could receive answers to its questions. */
  readonly takesAnswers?: boolean
  /** Sends one JSON text. After the transport has exited, which `onExit` reports, the text is silently dropped. */
  send(json: string, message: MessageFacts): void
  /** Passes the negotiated version to transports that must repeat it. */
  negotiated?(protocolVersion: string): void
  /** Passes the listed tools to transports that must repeat some of their parameters. */
  listed?(tools: readonly unknown[]): void
  /** The caller no longer needs the answer to this request. */
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
  /** Null for an answer. */
  readonly method: string | null
  readonly params: unknown
  /** No other request waits for an answer, so there is none that could be sent together with this one. */
  readonly alone: boolean
}

/** No method is called before the promise of `OpenTransport` has settled. */
export interface TransportEvents {
  /**
   * One JSON text, in order of arrival. It begins like JSON, but may be invalid. `within`: the id of the request in
   * whose response the text arrived, if the transport has one response per request.
   */
  onMessage(json: string, within?: number): void
  /** Output other than protocol messages: stderr lines, and stdout lines that are not JSON-RPC. */
  onOutput(source: LogLine['source'], text: string): void
  /** This one request gets no answer, but others continue. Ignored for a request that has been answered. */
  onUnanswered(id: number, error: AppError): void
  /** Whether a caller still waits for the answer to this request. */
  isAwaited(id: number): boolean
  /** A failure may mean that the server is gone. A ping should settle it. */
  onDoubt(): void
  /** Notifications may have been missed. */
  onGap(): void
  /** Called exactly once, after the last `onMessage`. */
  onExit(exit: TransportExit): void
}

export interface TransportExit {
  readonly code: number | null
  readonly signal: string | null
  /** A text for people: "exited with code 1", "was killed by SIGKILL", "sent a line of more than 64 MB". */
  readonly reason: string
  /** Set if there is more to say than `reason`. */
  readonly error?: AppError
  /** The container ran out of memory and was ended. Absent: unknown. */
  readonly isOutOfMemory?: true
}

/**
 * A launch whose references are filled in. `account`: the account whose sign-in is sent with requests. Absent: no
 * sign-in is sent, because the server needs none, or the launch itself says how to authenticate.
 */
export type Prepared<L extends Launch = Launch> = L & { readonly account?: string }

/**
 * Opens a launch. Rejects with `COMMAND_FAILED` if it cannot even be started. `signal` aborts when the caller no
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
