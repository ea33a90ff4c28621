/** Runs garbage collections in a Node process that was started with `--inspect`, through its debugging port. */
import { setTimeout } from 'node:timers/promises'

export class Inspector {
  readonly #socket: WebSocket
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  static open(url: string): Promise<Inspector> {
    const socket = new WebSocket(url)
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(new Inspector(socket)), { once: true })
      socket.addEventListener('error', () => reject(new Error('The debugging port cannot be reached.')), { once: true })
    })
  }

  /** Runs full collections, then rests for a second, in which V8 returns pages to the system. */
  async collectGarbage(): Promise<void> {
    for (let round = 0; round < 3; round++) await this.#send('HeapProfiler.collectGarbage')
    await setTimeout(1000)
    await this.#send('HeapProfiler.collectGarbage')
  }

  /** The heap size after full collections. */
  async heapAfterGarbage(): Promise<number> {
    for (let round = 0; round < 3; round++) await this.#send('HeapProfiler.collectGarbage')
    return this.heapUsedBytes()
  }

  async heapUsedBytes(): Promise<number> {
    const answer = (await this.#send('Runtime.getHeapUsage')) as { result: { usedSize: number } }
    return answer.result.usedSize
  }

  close(): void {
    this.#socket.close()
  }

  #send(method: string): Promise<unknown> {
    const id = ++this.#lastId
    return new Promise((resolve) => {
      const onMessage = (event: MessageEvent): void => {
        const answer = JSON.parse(String(event.data)) as { id?: number }
        if (answer.id !== id) return
        this.#socket.removeEventListener('message', onMessage)
        resolve(answer)
      }
      this.#socket.addEventListener('message', onMessage)
      this.#socket.send(JSON.stringify({ id, method }))
    })
  }
}
