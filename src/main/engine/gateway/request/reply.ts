/** How a client is answered and told things, whatever it is connected by. */

/** The answers to what came together: one request, or a batch. Every request in it is settled exactly once. */
export interface Reply {
  /** False once the client is gone or everything is settled. */
  readonly isOpen: boolean
  /** Says something that belongs to a request under way. */
  send(json: string): void
  /** The same for what helps but does not count: progress and log messages. */
  sendIfReading(json: string): void
  /** Settles one request with its answer. Status and headers are those of HTTP, where they show. */
  answer(json: string, status?: number, headers?: readonly string[]): void
  /** Settles one request without an answer: it was cancelled. */
  skip(): void
}

/** Messages toward one client that answer nothing. Writing to one that has ended does nothing. */
export interface MessageStream {
  readonly isOpen: boolean
  /** It is open, and its client is not far behind. */
  readonly isReading: boolean
  send(json: string): void
  sendIfReading(json: string): void
  end(): void
  /** Called once, when it has ended by whichever side. */
  onClosed(listener: () => void): void
}
