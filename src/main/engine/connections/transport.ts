/** The seam between MCP and how its messages travel: one launch of one server, JSON texts in, JSON texts out. */
import type { Launch, LogLine } from '#contract/server'

export interface Transport {
  /** The process behind it; null where there is none. */
  readonly pid: number | null
  /** Hands one JSON text over. Dropped silently once the transport has exited: `onExit` tells. */
  send(json: string): void
  /**
   * Ends it and everything it started. Idempotent; resolves when nothing of it is left.
   * Also after `onExit`, which does not wait for what the process left behind.
   */
  close(): Promise<void>
}

/** Nothing of this is called before the promise of `OpenTransport` has settled. */
export interface TransportEvents {
  /** One JSON text, in order of arrival. It begins like JSON; whether it is valid is for the reader to find out. */
  onMessage(json: string): void
  /** Anything that is not protocol: stderr lines, and lines on stdout that are not JSON-RPC. */
  onOutput(source: LogLine['source'], text: string): void
  /** Exactly once, after the last `onMessage`. */
  onExit(exit: TransportExit): void
}

export interface TransportExit {
  readonly code: number | null
  readonly signal: string | null
  /** In words, for a person: "exited with code 1", "was killed by SIGKILL", "sent a line of more than 64 MB". */
  readonly reason: string
}

/** Opens a launch. Rejects with `COMMAND_FAILED` when it cannot even be started. */
export type OpenTransport = (launch: Launch, label: string, events: TransportEvents) => Promise<Transport>
