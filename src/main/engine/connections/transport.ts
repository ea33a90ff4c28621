/** The seam between MCP and how its messages travel: one launch of one server, JSON texts in, JSON texts out. */
import type { AppError } from '#contract/errors'
import type { Launch, LogLine, ProtocolEra } from '#contract/servers/server'
import type { RequestId } from '#contract/jsonRpc/messages'

export interface Transport {
  /** The process behind it; null where there is none. */
  readonly pid: number | null
  /** Where only one era travels this way. */
  readonly onlyEra?: ProtocolEra
  /** There can be no second one beside it: tools can ask their callers in both ways in the legacy era alone. */
  readonly isOnlySession?: boolean
  /** False where a server of the legacy era has no session by which it would know the answers to what it asks. */
  readonly takesAnswers?: boolean
  /** Hands one JSON text over. Dropped silently once the transport has exited: `onExit` tells. */
  send(json: string, message: MessageFacts): void
  /** The version that was agreed on, where the transport itself has to say it. */
  negotiated?(protocolVersion: string): void
  /** The tools as they were listed, where the transport itself has to repeat parameters of theirs. */
  listed?(tools: readonly unknown[]): void
  /** Nobody waits for the answer to this request any more. */
  forget?(id: number): void
  /**
   * Ends it and everything it started. Idempotent; resolves when nothing of it is left.
   * Also after `onExit`, which does not wait for what the process left behind.
   */
  close(): Promise<void>
}

/** What is in a JSON text, for transports that have to say it in other places, too. */
export interface MessageFacts {
  /** Of a request; null for all that is not answered. */
  readonly id: RequestId | null
  /** Null for an answer. */
  readonly method: string | null
  readonly params: unknown
  /** A request while no other waits for its answer: there is nothing that it could travel with. */
  readonly alone: boolean
}

/** Nothing of this is called before the promise of `OpenTransport` has settled. */
export interface TransportEvents {
  /**
   * One JSON text, in order of arrival. It begins like JSON; whether it is valid is for the reader to find out. `within`: the
   * id of the request in whose response it came, where answers have responses of their own.
   */
  onMessage(json: string, within?: number): void
  /** Anything that is not protocol: stderr lines, and lines on stdout that are not JSON-RPC. */
  onOutput(source: LogLine['source'], text: string): void
  /** This one request gets no answer; all others go on. Means nothing for a request that has been answered. */
  onUnanswered(id: number, error: AppError): void
  /** Somebody still waits for the answer to this request. */
  isAwaited(id: number): boolean
  /** Something broke that may mean that the server is gone, or may not: it should be asked. */
  onDoubt(): void
  /** Notifications may have been missed. */
  onGap(): void
  /** Exactly once, after the last `onMessage`. */
  onExit(exit: TransportExit): void
}

export interface TransportExit {
  readonly code: number | null
  readonly signal: string | null
  /** In words, for a person: "exited with code 1", "was killed by SIGKILL", "sent a line of more than 64 MB". */
  readonly reason: string
  /** Why, where there is more to say than the reason. */
  readonly error?: AppError
}

/** Opens a launch. Rejects with `COMMAND_FAILED` when it cannot even be started. */
export type OpenTransport<L extends Launch = Launch> = (
  launch: L,
  label: string,
  events: TransportEvents,
) => Promise<Transport>

/** One opener for each kind of launch. */
export type TransportOpeners = { readonly [T in Launch['transport']]: OpenTransport<Extract<Launch, { transport: T }>> }

export function openByKind(openers: TransportOpeners): OpenTransport {
  // Each opener is at the place of its own kind, which the compiler cannot follow from a launch of any kind.
  return (launch, label, events) => (openers[launch.transport] as OpenTransport)(launch, label, events)
}
