/** The seam between MCP and its transports: one launch of one server, JSON texts in, JSON texts out. */
import type { AppError } from '#contract/errors'
import type { Launch, LogLine, ProtocolEra } from '#contract/servers/server'
import type { RequestId } from '#contract/jsonRpc/messages'

export interface Transport {
  /** The pid of the server's process; null if it has none. */
  readonly pid: number | null
  /** Set if this transport carries only one era. */
  readonly onlyEra?: ProtocolEra
  /** No second session is possible beside it. Only in the legacy era can tools ask their callers in both ways. */
  readonly isOnlySession?: boolean
  /** False if a legacy server has no session in which it could receive the answers to its questions. */
  readonly takesAnswers?: boolean
  /** Sends one JSON text. Dropped silently once the transport has exited: `onExit` reports that. */
  send(json: string, message: MessageFacts): void
  /** The negotiated version, for transports that must repeat it. */
  negotiated?(protocolVersion: string): void
  /** The listed tools, for transports that must repeat some of their parameters. */
  listed?(tools: readonly unknown[]): void
  /** The answer to this request is no longer needed. */
  forget?(id: number): void
  /**
   * Ends the launch and everything it started. Idempotent; resolves when nothing of it is left. Also to be called after
   * `onExit`, which does not wait for what the process left behind.
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
  /** The only request waiting for an answer: there is no other it could be sent together with. */
  readonly alone: boolean
}

/** None of these is called before the promise of `OpenTransport` has settled. */
export interface TransportEvents {
  /**
   * One JSON text, in order of arrival. It begins like JSON; the reader checks whether it is valid. `within`: the id of
   * the request in whose response it came, if each answer has its own response.
   */
  onMessage(json: string, within?: number): void
  /** Output that is not protocol: stderr lines, and stdout lines that are not JSON-RPC. */
  onOutput(source: LogLine['source'], text: string): void
  /** This one request gets no answer; others go on. Ignored for a request that has been answered. */
  onUnanswered(id: number, error: AppError): void
  /** Whether a caller still waits for the answer to this request. */
  isAwaited(id: number): boolean
  /** A failure that may mean the server is gone, or may not: it should be asked. */
  onDoubt(): void
  /** Notifications may have been missed. */
  onGap(): void
  /** Exactly once, after the last `onMessage`. */
  onExit(exit: TransportExit): void
}

export interface TransportExit {
  readonly code: number | null
  readonly signal: string | null
  /** A text for a person: "exited with code 1", "was killed by SIGKILL", "sent a line of more than 64 MB". */
  readonly reason: string
  /** Set if there is more to say than the reason. */
  readonly error?: AppError
  /** What ran it ended it because its memory was full. Absent: nothing says so. */
  readonly isOutOfMemory?: true
}

/**
 * A launch whose references are filled in. `account`: whose sign-in goes with its requests; absent: no one's, because
 * it needs none, or says itself how to authenticate.
 */
export type Prepared<L extends Launch = Launch> = L & { readonly account?: string }

/**
 * Opens a launch. Rejects with `COMMAND_FAILED` if it cannot even be started. `signal` aborts when the caller no longer wants
 * the transport: long steps end early, and a transport that was opened all the same is closed by the caller.
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
  // Each opener is stored under its own kind, which the compiler cannot infer from a launch of any kind.
  return (launch, label, events, signal) => (openers[launch.transport] as OpenTransport)(launch, label, events, signal)
}
