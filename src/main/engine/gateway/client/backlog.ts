/**
 * Data that waits for slow clients. A client may be behind; above a limit its connection is ended, with the reason in
 * the log, so no client uses up another's memory. A client that reads costs nothing here.
 */
import type { Grant } from '#engine/access/grant'
import type { Clock, Log, Timer } from '#engine/ports'

/** A connection to a client, on which unread data waits. */
export interface Sink {
  /** Bytes written that have not left; 0 once it is closed. */
  readonly waitingBytes: number
  /** Ends it and drops all that waits. */
  cut(): void
  onClosed(listener: () => void): void
}

export interface BacklogLimits {
  /** Maximum that may wait on one connection when more is sent. A single message may be larger. */
  readonly unreadBytes: number
  /** The same maximum for all connections of one client's tokens. */
  readonly unreadBytesPerClient: number
  /** An answer that makes no progress for this long ends its connection. */
  readonly unreadMs: number
}

interface Behind {
  /** The client; null: the owner, who has many programs. */
  readonly client: string | null
  /** Bytes that waited at the last check. Used for answers only: a stream never ends. */
  waited: number
  unreadSince: number
  readonly isAnswer: boolean
}

const lookMs = 5_000

export class Backlog {
  readonly #clock: Clock
  readonly #log: Log
  readonly #limits: BacklogLimits
  readonly #behind = new Map<Sink, Behind>()
  /** Connections whose end we listen for: their unread data is freed at once. */
  readonly #watched = new WeakSet<Sink>()
  #timer: Timer | null = null
  #ended = 0

  constructor(clock: Clock, log: Log, limits: BacklogLimits) {
    this.#clock = clock
    this.#log = log
    this.#limits = limits
  }

  /** Connections ended so far because their client did not read. */
  get ended(): number {
    return this.#ended
  }

  /** Called when something written did not leave at once. `bytes` are not part of `waitingBytes` yet. */
  grew(sink: Sink, { client }: Grant, bytes: number, isAnswer = false): void {
    const { unreadBytes, unreadBytesPerClient } = this.#limits
    const before = sink.waitingBytes - bytes
    if (before > unreadBytes) return this.#end(sink, before, 'one connection')
    const known = this.#behind.get(sink)
    if (known === undefined) {
      const now = this.#clock.elapsed()
      this.#behind.set(sink, { client: client?.id ?? null, waited: sink.waitingBytes, unreadSince: now, isAnswer })
      this.#timer ??= this.#clock.after(lookMs, this.#look)
      this.#watch(sink)
    }
    if (client === null) return
    const own = [...this.#behind].filter(([, behind]) => behind.client === client.id).map(([one]) => one)
    const all = own.reduce((sum, one) => sum + one.waitingBytes, 0) - bytes
    if (all <= unreadBytesPerClient) return
    const [most = sink] = own.sort((one, other) => other.waitingBytes - one.waitingBytes)
    this.#end(most, all, 'all its connections')
  }

  #watch(sink: Sink): void {
    if (this.#watched.has(sink)) return
    this.#watched.add(sink)
    sink.onClosed(() => this.#behind.delete(sink))
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
    this.#behind.clear()
  }

  readonly #look = (): void => {
    const now = this.#clock.elapsed()
    for (const [sink, behind] of this.#behind) {
      const waits = sink.waitingBytes
      if (waits === 0) this.#behind.delete(sink)
      else if (!behind.isAnswer || waits < behind.waited) behind.unreadSince = now
      else if (now - behind.unreadSince >= this.#limits.unreadMs) this.#end(sink, waits, 'an answer, for too long')
      behind.waited = waits
    }
    this.#timer = this.#behind.size > 0 ? this.#clock.after(lookMs, this.#look) : null
  }

  #end(sink: Sink, unreadBytes: number, on: string): void {
    const client = this.#behind.get(sink)?.client ?? undefined
    this.#behind.delete(sink)
    this.#ended += 1
    this.#log.warn({ client, unreadBytes, on }, 'ended the connection of a client that does not read')
    sink.cut()
  }
}
