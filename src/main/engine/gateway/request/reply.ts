/** The ways in which responses and messages reach a client, independent of the transport. */

/** Sends the answers to one request or one batch. Every request in it is settled exactly once. */
export interface Reply {
  /** Whether anything can still be sent: false once the client is gone or everything is settled. */
  readonly isOpen: boolean
  /** Sends a message that belongs to a request that is under way. */
  send(json: string): void
  /** Sends a message that may be lost if the client is not reading: progress and logs. */
  sendIfReading(json: string): void
  /** Completes one request with its response. Status and headers apply to HTTP only. */
  answer(json: string, status?: number, headers?: readonly string[]): void
  /** Settles one cancelled request, without an answer. */
  skip(): void
}

/** A stream of messages to one client that are not answers. Writing after its end has no effect. */
export interface MessageStream {
  readonly isOpen: boolean
  /** Whether the stream is open and the client is not far behind. */
  readonly isReading: boolean
  send(json: string): void
  sendIfReading(json: string): void
  end(): void
  /** Calls the listener once, when either side has ended the stream. */
  onClosed(listener: () => void): void
}
