/** The model's endpoint as a child of the measuring process. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { EndpointFigures } from '#bench/chat/wire'

export class Endpoint {
  readonly url: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.url = `http://127.0.0.1:${port}`
  }

  static async start(...args: readonly 'prefix'[]): Promise<Endpoint> {
    const child = fork(fileURLToPath(import.meta.resolve('#bench/chat/endpointProcess')), [...args])
    const [{ port }] = (await once(child, 'message')) as [{ port: number }]
    return new Endpoint(child, port)
  }

  /** Resolves with the figures since the last call. */
  async figures(): Promise<EndpointFigures> {
    const told = once(this.#child, 'message') as Promise<[{ figures: EndpointFigures }]>
    this.#child.send('figures')
    return (await told)[0].figures
  }

  async close(): Promise<void> {
    const exited = once(this.#child, 'exit')
    this.#child.disconnect()
    await exited
  }
}
