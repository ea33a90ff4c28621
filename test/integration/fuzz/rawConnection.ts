/** A connection that sends the given bytes in the given pieces, and keeps everything it receives. */
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

  /** Sends each piece as its own packet. Resolves when the last piece has left, or the other side has closed. */
  async send(pieces: readonly Buffer[]): Promise<void> {
    for (const piece of pieces) {
      if (!this.#socket.writable) return
      await new Promise<void>((resolve) => this.#socket.write(piece, () => setImmediate(resolve)))
    }
  }

  /**
   * Requests the upgrade with `head`, and sends the messages after the upgrade, or right away if `isJoined`. Returns
   * false if the upgrade was refused.
   */
  async enter(head: Buffer, pieces: readonly Buffer[], isJoined: boolean): Promise<boolean> {
    const [first = Buffer.alloc(0), ...rest] = pieces
    if (isJoined) await this.send([Buffer.concat([head, first]), ...rest])
    else await this.send([head])
    const isAnswered = (await this.until((heard) => heard.includes(headEnd))) === 'enough'
    if (!isAnswered || !this.heard.toString('latin1').startsWith('HTTP/1.1 101')) return false
    if (!isJoined) await this.send(pieces)
    return true
  }

  /** Closes the sending side, and keeps reading. */
  end(): void {
    this.#socket.end()
  }

  /** Destroys the connection, and resolves when it is closed on this side. */
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

/**
 * Opens all connections at the same time, and drops each after its beginning was sent. Resolves when all are closed.
 */
export async function openAndDrop(to: NetConnectOpts, beginnings: readonly Buffer[]): Promise<void> {
  await Promise.all(
    beginnings.map(async (beginning) => {
      const connection = new RawConnection(to)
      if (beginning.length > 0) await connection.send([beginning])
      await connection.drop()
    }),
  )
}
