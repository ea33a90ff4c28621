/**
 * Carries many connections from a container on one stream. Each has its own flow control and its own end, and its
 * content is not read. The other end of the stream is the relay, which the container may have replaced, so a frame that
 * breaks the rules ends the tunnel.
 *
 * A frame has a type (one byte), the connection's number and its content's length (four bytes each).
 */
import { Duplex } from 'node:stream'

export interface Tunnel {
  /** Resolves when the relay is listening. Rejects if it exits first. */
  readonly ready: Promise<void>
  readonly closed: Promise<void>
  close(): void
}

/** `credit`: the other end has read this many bytes, so as many more may be sent. */
export const frameTypes = { ready: 0, open: 1, data: 2, end: 3, reset: 4, credit: 5 } as const
/** How many bytes may be in flight on a connection in one direction. */
export const windowBytes = 128 * 1_024
export const maxPieceBytes = 32 * 1_024
const headerBytes = 9

/** The maximum number of concurrent connections. Further ones are reset. */
const maxConnections = 128
/** A container that opens connections faster than this is only keeping the engine busy, so its tunnel is closed. */
const maxOpened = { count: 2_000, withinMs: 10_000 }

export interface TunnelOptions {
  readonly wire: Duplex
  /** A monotonic time in milliseconds. */
  readonly now: () => number
  readonly onConnection: (connection: Duplex) => void
}

export function openTunnel({ wire, now, onConnection }: TunnelOptions): Tunnel {
  const carried = new Map<number, Carried>()
  let [opened, since] = [0, now()]
  let tellReady: () => void = () => undefined
  const ready = new Promise<void>((resolve, reject) => {
    tellReady = resolve
    wire.once('close', () => reject(new Error('the relay exited before it was listening')))
  })
  ready.catch(() => undefined)
  const closed = new Promise<void>((resolve) => {
    wire.once('close', () => {
      for (const one of carried.values()) one.destroy()
      resolve()
    })
  })

  const send: Send = (type, id, payload) => {
    if (wire.destroyed || !wire.writable) return
    const header = Buffer.alloc(headerBytes)
    header[0] = frameTypes[type]
    header.writeUInt32BE(id, 1)
    header.writeUInt32BE(payload?.length ?? 0, 5)
    wire.write(payload === undefined ? header : Buffer.concat([header, payload]))
  }

  const open = (id: number) => {
    if (now() - since > maxOpened.withinMs) [opened, since] = [0, now()]
    if (++opened > maxOpened.count || carried.has(id)) throw new BrokenRule()
    if (carried.size >= maxConnections) return send('reset', id)
    const connection = new Carried(id, send, () => carried.delete(id))
    connection.on('error', () => undefined)
    carried.set(id, connection)
    onConnection(connection)
  }

  const take = (type: number, id: number, payload: Buffer) => {
    if (type === frameTypes.ready) return tellReady()
    if (type === frameTypes.open) return open(id)
    // Frames may still arrive for a connection that was closed at this end.
    carried.get(id)?.receive(type, payload)
  }

  const reader = frameReader(take)
  wire.on('data', (bytes: Buffer) => {
    try {
      reader(bytes)
    } catch {
      wire.destroy()
    }
  })
  wire.on('error', () => undefined)
  wire.once('end', () => wire.destroy())
  return { ready, closed, close: () => wire.destroy() }
}

class BrokenRule extends Error {}

type Send = (type: keyof typeof frameTypes, id: number, payload?: Buffer) => void

/** One connection. Bytes that arrived before they could be used wait here, at most `windowBytes`. */
class Carried extends Duplex {
  readonly #id: number
  readonly #send: Send
  readonly #onGone: () => void
  readonly #waiting: Buffer[] = []
  #waitingBytes = 0
  #wantsMore = false
  #hasEnded = false
  #credit = windowBytes
  #unsent: { bytes: Buffer; readonly done: () => void } | null = null

  constructor(id: number, send: Send, onGone: () => void) {
    super({ allowHalfOpen: true })
    this.#id = id
    this.#send = send
    this.#onGone = onGone
  }

  /** Processes a frame. Throws if it breaks a rule. */
  receive(type: number, payload: Buffer): void {
    if (type === frameTypes.data) {
      this.#waitingBytes += payload.length
      if (this.#hasEnded || this.#waitingBytes > windowBytes) throw new BrokenRule()
      this.#waiting.push(payload)
      if (this.#wantsMore) this._read()
    } else if (type === frameTypes.end) {
      this.#hasEnded = true
      if (this.#wantsMore) this._read()
    } else if (type === frameTypes.credit && payload.length === 4) {
      this.#credit += payload.readUInt32BE(0)
      if (this.#credit > windowBytes) throw new BrokenRule()
      this.#sendOn()
    } else if (type === frameTypes.reset) this.destroy()
    else throw new BrokenRule()
  }

  override _read(): void {
    const next = this.#waiting.shift()
    this.#wantsMore = next === undefined
    if (next === undefined) {
      if (this.#hasEnded) this.push(null)
      return
    }
    this.#waitingBytes -= next.length
    const taken = Buffer.alloc(4)
    taken.writeUInt32BE(next.length, 0)
    this.#send('credit', this.#id, taken)
    this.push(next)
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#unsent = { bytes, done }
    this.#sendOn()
  }

  override _final(done: () => void): void {
    this.#send('end', this.#id)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.readableEnded || !this.writableFinished) this.#send('reset', this.#id)
    this.#onGone()
    done(error)
  }

  #sendOn(): void {
    const unsent = this.#unsent
    while (unsent !== null && unsent.bytes.length > 0 && this.#credit > 0) {
      const piece = unsent.bytes.subarray(0, Math.min(this.#credit, maxPieceBytes))
      unsent.bytes = unsent.bytes.subarray(piece.length)
      this.#credit -= piece.length
      this.#send('data', this.#id, piece)
    }
    if (unsent === null || unsent.bytes.length > 0) return
    this.#unsent = null
    unsent.done()
  }
}

/** Splits a stream into frames, however its pieces are cut. */
function frameReader(take: (type: number, id: number, payload: Buffer) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    while (rest.length >= headerBytes) {
      const length = rest.readUInt32BE(5)
      if (length > maxPieceBytes) throw new BrokenRule()
      if (rest.length < headerBytes + length) return
      take(rest[0] ?? 0, rest.readUInt32BE(1), rest.subarray(headerBytes, headerBytes + length))
      rest = rest.subarray(headerBytes + length)
    }
  }
}
