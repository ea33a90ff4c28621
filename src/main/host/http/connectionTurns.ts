/**
 * Decides which connections are read in a turn of the event loop. Node parses a whole packet in one go, even one with a
 * thousand requests, so after a limit the other connections are read in a later turn. Connections that are new, or that
 * sent many requests together, rest for a multiple of the time taken, so that a client that waits for its answers is
 * still served.
 */
import type { Socket } from 'node:net'
import type { Clock } from '#engine/ports'

interface Connection {
  unanswered: number
  /**
   * Whether the connection waits for its answers: set once all its requests are answered, and cleared when it sends
   * `calmUnanswered` requests without waiting.
   */
  isCalm: boolean
}

const maxOfOthers = 128
/** How long other connections rest after too many requests in one turn, as a multiple of the time taken. */
const restFactor = 10
const maxRestMs = 300
const maxOfCalm = 512
/** The most requests that a client that waits for its answers has open. */
const calmUnanswered = 8
/**
 * A connection with more unanswered requests is ended, because a waiting request takes a hundred times the memory of
 * its text.
 */
const maxUnanswered = 256

export class ConnectionTurns {
  readonly #clock: Pick<Clock, 'elapsed' | 'after'>
  readonly #connections = new Map<Socket, Connection>()
  #readOfOthers = 0
  #readOfCalm = 0
  #unread: Socket[] = []
  #resting: Socket[] = []
  #tooManySince = 0
  #othersRest = false
  /**
   * Connections that stop being calm at the end of this turn. Until then their requests count towards `maxOfCalm`,
   * which pauses all connections. Otherwise many connections could each send a large packet in the same turn.
   */
  #calmNoMore: Connection[] = []

  constructor(clock: Pick<Clock, 'elapsed' | 'after'>) {
    this.#clock = clock
  }

  connected(socket: Socket): void {
    this.#connections.set(socket, { unanswered: 0, isCalm: false })
    if (this.#othersRest) this.#pause(socket, this.#resting)
    socket.once('close', () => this.#connections.delete(socket))
  }

  /** An upgraded connection no longer carries requests. */
  upgraded(socket: Socket): void {
    this.#connections.delete(socket)
  }

  /** Counts a request that was read. Returns true if its connection had too many unanswered requests and was ended. */
  read(socket: Socket): boolean {
    const connection = this.#connections.get(socket)
    if (connection === undefined) return false
    connection.unanswered += 1
    if (connection.isCalm) {
      this.#readOfCalm += 1
      if (this.#readOfCalm === maxOfCalm) this.#pauseAll()
      if (connection.unanswered === calmUnanswered) this.#calmNoMore.push(connection)
    } else {
      this.#readOfOthers += 1
      if (this.#readOfOthers === maxOfOthers) this.#pauseOthers()
    }
    if (connection.unanswered <= maxUnanswered) return false
    socket.destroy()
    return true
  }

  answered(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (connection === undefined) return
    connection.unanswered -= 1
    if (connection.unanswered === 0) connection.isCalm = true
  }

  endTurn(): void {
    if (this.#readOfOthers >= maxOfOthers) {
      const tookMs = this.#clock.elapsed() - this.#tooManySince
      this.#clock.after(Math.min(tookMs * restFactor, maxRestMs), () => this.#readOthers())
    }
    this.#readOfOthers = 0
    this.#readOfCalm = 0
    for (const connection of this.#calmNoMore) connection.isCalm = false
    this.#calmNoMore = []
    for (const socket of this.#unread) if (!socket.destroyed) socket.resume()
    this.#unread = []
  }

  #pauseAll(): void {
    for (const socket of this.#connections.keys()) this.#pause(socket, this.#unread)
  }

  #pauseOthers(): void {
    this.#othersRest = true
    this.#tooManySince = this.#clock.elapsed()
    for (const [socket, { isCalm }] of this.#connections) if (!isCalm) this.#pause(socket, this.#resting)
  }

  #readOthers(): void {
    this.#othersRest = false
    for (const socket of this.#resting.splice(0)) if (!socket.destroyed) socket.resume()
  }

  /** Stops the reading even if the system already has data for the connection. */
  #pause(socket: Socket, paused: Socket[]): void {
    if (socket.isPaused()) return
    socket.pause()
    paused.push(socket)
  }
}
