/**
 * Limits the data that is waiting for slow clients. Above a limit, the client's connection is ended and the reason is
 * logged, so that no client uses up the memory of others. A client that reads costs nothing here.
 */
import type { Grant } from '#engine/access/grant'
import type { Clock, Log, Timer } from '#engine/ports'

/** A connection on which data may wait until the client reads it. */
export interface Sink {
  /** Bytes that were written but not sent yet; 0 once the connection is closed. */
  readonly waitingBytes: number
  /** Ends the connection and drops everything that is waiting on it. */
  cut(): void
  onClosed(listener: () => void): void
}

export interface BacklogLimits {
  /** How much may already wait on one connection when more is sent. A single message may be larger. */
  readonly unreadBytes: number
  /** How much may wait on all connections of one client. */
  readonly unreadBytesPerClient: number
  /** How long an answer may make no progress before its connection is ended. */
  readonly unreadMs: number
}

interface Behind {
  /** The client's id; null: the owner, who may use many programs. */
  readonly client: string | null
  /**
   * The bytes that were waiting at the last check, which show whether an answer makes progress. A stream may stay
   * behind.
   */
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
  /** Connections whose end is listened for, so that their unread data is freed immediately. */
  readonly #watched = new WeakSet<Sink>()
  #timer: Timer | null = null
  #ended = 0

  constructor(clock: Clock, log: Log, limits: BacklogLimits) {
    this.#clock = clock
    this.#log = log
    this.#limits = limits
  }

  /** The number of connections that were ended because their client did not read. */
  get ended(): number {
    return this.#ended
  }

  /**
   * Call this when written data has to wait for the client instead of being sent immediately. `bytes`: the size of this
   * data, which `waitingBytes` already includes.
   */
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
