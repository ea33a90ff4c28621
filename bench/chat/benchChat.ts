/** A conversation in a real engine with the benchmark's model endpoint, followed as a page follows it. */
import { fileURLToPath } from 'node:url'
import { newServer } from '#contract/servers/server'
import { Endpoint } from '#bench/chat/endpoint'
import type { Wish } from '#bench/chat/wire'
import { enginePorts } from '#bench/machine/enginePorts'
import { createEngine, type Engine } from '#engine/createEngine'

const stampServer = fileURLToPath(import.meta.resolve('#bench/chat/stampServer'))

export interface BenchChatOptions {
  readonly tools?: number
  readonly kind?: 'anthropic' | 'custom'
  readonly measuresPrefix?: boolean
}

interface Told {
  readonly isIdle: boolean
  readonly leafId: string | null
}

export class BenchChat {
  readonly engine: Engine
  readonly endpoint: Endpoint
  readonly id: string
  readonly #watching = new AbortController()
  #told: Told = { isIdle: true, leafId: null }
  #onTold: (() => void) | null = null

  private constructor(engine: Engine, endpoint: Endpoint, id: string) {
    this.engine = engine
    this.endpoint = endpoint
    this.id = id
  }

  /** Opens the conversation in `folder`, or creates one if there is none. */
  static async open(folder: string, { tools = 25, kind = 'anthropic', measuresPrefix = false }: BenchChatOptions = {}) {
    const endpoint = await Endpoint.start(...(measuresPrefix ? (['prefix'] as const) : []))
    const key = kind === 'anthropic' ? { ANTHROPIC_API_KEY: 'a key of the benchmark' } : {}
    const environment = { PATH: process.env['PATH'], ANTHROPIC_BASE_URL: endpoint.url, ...key }
    const engine = await createEngine(enginePorts(folder, environment))
    const launch = { transport: 'stdio', command: process.execPath, args: [stampServer, String(tools)] } as const
    await engine.servers.add(newServer.parse({ name: 'stamp', launch, concurrency: 64, trusted: true }))
    await engine.registry.connection('stamp').settled()
    const [there] = (await engine.chat.list({ limit: 1 })).conversations
    const { id } = there ?? (await engine.chat.create({ title: 'bench', model: 'bench' }))
    return new BenchChat(engine, endpoint, id)
  }

  /** Resolves when the first event for a page has arrived. */
  async watch(): Promise<void> {
    const stream = this.engine.chat.follow(this.id, this.#watching.signal)
    const first = await stream.next()
    const go = async () => {
      for await (const batch of stream)
        for (const event of batch)
          if (event.type === 'conversation' || event.type === 'snapshot') {
            const { run, leafId } = event.conversation
            this.#told = { isIdle: run.kind === 'idle', leafId }
            this.#onTold?.()
          }
    }
    if (first.done !== true) void go()
  }

  /** Runs one turn to its end. */
  async turn(wish: Wish): Promise<void> {
    const { messageId } = await this.engine.chat.send({
      id: this.id,
      parts: [{ kind: 'text', text: JSON.stringify(wish) }],
    })
    const before = this.#told.leafId
    const isOver = () => this.#told.isIdle && this.#told.leafId !== messageId && this.#told.leafId !== before
    while (!isOver())
      await new Promise<void>((resolve) => {
        this.#onTold = resolve
      })
    this.#onTold = null
  }

  async close(): Promise<void> {
    this.#watching.abort()
    await this.engine.close()
    await this.endpoint.close()
  }
}
