/**
 * What waits toward clients that read slower than they are sent things, or not at all. A client may be behind; past a bound
 * it alone is ended, with the reason in the log, so that no client uses up another's memory. One that reads costs nothing here.
 */
import type { Grant } from '#engine/access/grant'
import type { Clock, Log, Timer } from '#engine/ports'

/** A way to a client, on which what it does not read waits. */
export interface Sink {
  /** What was written and has not left; none once it is closed. */
  readonly waitingBytes: number
  /** Ends it with all that waits. */
  cut(): void
  onClosed(listener: () => void): void
}

export interface BacklogLimits {
  /** What may wait on one connection when more is sent: a single message may be larger. */
  readonly unreadBytes: number
  /** The same for all connections of one client's tokens. */
  readonly unreadBytesOfOne: number
  /** An answer of which nothing is read for so long ends its connection. */
  readonly unreadMs: number
}

interface Behind {
  /** Whose it is; null: the owner's, of whom there are many programs. */
  readonly client: string | null
  /** What waited at the last look; of a stream, which is never done, nothing is concluded from it. */
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
  /** Their end is heard of: what was never read is kept for no one. */
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

  /** To be told when something written did not leave at once: of so many bytes, which do not count themselves. */
  grew(sink: Sink, { client }: Grant, bytes: number, isAnswer = false): void {
    const { unreadBytes, unreadBytesOfOne } = this.#limits
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
    if (all <= unreadBytesOfOne) return
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
    this.#log.warn({ client, unreadBytes, on }, 'a client does not read what it is sent; its connection was ended')
    sink.cut()
  }
}
