/** How responses and messages reach a client, whatever its transport. */

/** The answers to one request or one batch. Every request in it is settled exactly once. */
export interface Reply {
  /** False once the client is gone or everything is settled. */
  readonly isOpen: boolean
  /** Sends a message that belongs to a request under way. */
  send(json: string): void
  /** The same for messages that may be lost: progress and logs. */
  sendIfReading(json: string): void
  /** Completes one request with its response. Status and headers apply to HTTP only. */
  answer(json: string, status?: number, headers?: readonly string[]): void
  /** Settles one cancelled request, without an answer. */
  skip(): void
}

/** Messages to one client that are not answers. Writing after its end does nothing. */
export interface MessageStream {
  readonly isOpen: boolean
  /** Open, and the client is not far behind. */
  readonly isReading: boolean
  send(json: string): void
  sendIfReading(json: string): void
  end(): void
  /** Called once, when either side has ended it. */
  onClosed(listener: () => void): void
}
