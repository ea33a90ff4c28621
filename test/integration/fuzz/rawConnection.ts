/** A connection that sends what it is told to, in the given pieces, and keeps everything it receives. */
import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { patience } from '#test/support/patience'

export type Ending = 'enough' | 'closed' | 'late'

const headEnd = '\r\n\r\n'

export class RawConnection {
  readonly #socket: Socket
  readonly #chunks: Buffer[] = []
  #isClosed = false
  #onNews: () => void = () => undefined

  constructor(to: NetConnectOpts) {
    this.#socket = connect(to)
    this.#socket.on('error', () => this.#socket.destroy())
    this.#socket.on('data', (chunk: Buffer) => {
      this.#chunks.push(chunk)
      this.#onNews()
    })
    this.#socket.once('close', () => {
      this.#isClosed = true
      this.#onNews()
    })
  }

  get heard(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  /** Each piece is its own packet. Resolves when the last has left, or the other side has closed. */
  async send(pieces: readonly Buffer[]): Promise<void> {
    for (const piece of pieces) {
      if (!this.#socket.writable) return
      await new Promise<void>((resolve) => this.#socket.write(piece, () => setImmediate(resolve)))
    }
  }

  /** Requests the upgrade with `head`, and sends its messages after it, or without waiting. False: it was refused. */
  async enter(head: Buffer, pieces: readonly Buffer[], isJoined: boolean): Promise<boolean> {
    const [first = Buffer.alloc(0), ...rest] = pieces
    if (isJoined) await this.send([Buffer.concat([head, first]), ...rest])
    else await this.send([head])
    const isAnswered = (await this.until((heard) => heard.includes(headEnd))) === 'enough'
    if (!isAnswered || !this.heard.toString('latin1').startsWith('HTTP/1.1 101')) return false
    if (!isJoined) await this.send(pieces)
    return true
  }

  /** Half-closes, and keeps reading. */
  end(): void {
    this.#socket.end()
  }

  /** Resolves when nothing of it is left on this side. */
  async drop(): Promise<void> {
    this.#socket.destroy()
    await this.until(() => false)
  }

  until(isEnough: (heard: Buffer) => boolean): Promise<Ending> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish('late'), patience.timeout)
      const finish = (ending: Ending) => {
        clearTimeout(timer)
        this.#onNews = () => undefined
        resolve(ending)
      }
      this.#onNews = () => {
        if (isEnough(this.heard)) finish('enough')
        else if (this.#isClosed) finish('closed')
      }
      this.#onNews()
    })
  }
}

/** Opened all at once, and dropped at different points of their `beginning`. Resolves when all are gone. */
export async function openAndDrop(to: NetConnectOpts, beginnings: readonly Buffer[]): Promise<void> {
  await Promise.all(
    beginnings.map(async (beginning) => {
      const connection = new RawConnection(to)
      if (beginning.length > 0) await connection.send([beginning])
      await connection.drop()
    }),
  )
}
