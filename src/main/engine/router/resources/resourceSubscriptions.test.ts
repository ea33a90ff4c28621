import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import type { CallableServer, CallableSession } from '#engine/connections/callable'
import type { RequestObserver } from '#engine/connections/peer/requestObserver'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import { buildResources } from '#engine/registry/catalog/resourceCatalog'
import type { Scope } from '#engine/registry/catalog/scope'
import { ResourceSubscriptions } from '#engine/router/resources/resourceSubscriptions'
import { manualClock } from '#test/support/manualClock'
import { recordingLog } from '#test/support/recordingLog'

const all: Scope = { kind: 'all' }
const from = { slug: 'one', pairId: 'pair' }
const uri = (name: string) => `resource://one/${name}`

/** A server that remembers what each session requested, with its listeners. */
class Bench {
  readonly clock = manualClock()
  readonly era: 'legacy' | 'modern'
  /** The URIs that the running session subscribed to. */
  asked = new Set<string>()
  readonly listens = new Map<number, { readonly uri: string; readonly observer: RequestObserver }>()
  refuses = false
  honours = true
  readonly subscriptions: ResourceSubscriptions
  #session: CallableSession | null
  #waiting: (() => void)[] = []
  #lastId = 0

  constructor(era: 'legacy' | 'modern' = 'legacy') {
    this.era = era
    this.#session = this.#newSession()
    const view = {
      resources: buildResources(all, [{ slug: 'one', resources: [], templates: [] }]),
      pairOf: () => 'pair',
    } as unknown
    this.subscriptions = new ResourceSubscriptions({
      servers: {
        projectId: () => null,
        view: () => view as CatalogView,
        use: () => Promise.resolve(),
        onViewsChanged: () => () => undefined,
        inUse: () => this.#server,
      },
      router: {
        callTool: () => Promise.reject(new AppError('INTERNAL', 'no tools here')),
        request: (_scope, method, { params }) => this.#ask(method, String(params['uri'])),
        onServerRequest: () => undefined,
        onServerNotification: () => undefined,
      },
      clock: this.clock,
      log: recordingLog(),
    })
  }

  stop(): void {
    this.#session = null
    this.asked = new Set()
    for (const { observer } of this.listens.values()) observer.onLost('it ended')
    this.listens.clear()
    this.#changed()
  }

  start(): void {
    this.#session ??= this.#newSession()
    this.#changed()
  }

  update(name: string): void {
    this.subscriptions.onServerNotification(from, 'notifications/resources/updated', { uri: name }, this.#connection)
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  }

  get #server(): CallableServer {
    const ready = { kind: 'ready', era: this.era } as never
    const state = this.#session === null ? ({ kind: 'stopped' } as const) : ready
    const changed = () => new Promise<void>((resolve) => void this.#waiting.push(resolve))
    Object.assign(this.#connection, { state, session: this.#session, start: () => this.start(), changed })
    return { row: { id: '1', projectId: null, concurrency: 1, timeoutMs: 1 }, connection: this.#connection }
  }
  readonly #connection = {} as CallableServer['connection']

  #changed(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  async #ask(method: string, name: string): Promise<Record<string, unknown>> {
    await Promise.resolve()
    if (this.#session === null) this.start()
    await Promise.resolve()
    if (this.refuses) throw new AppError('SERVER_ERROR', 'no')
    if (method === 'resources/subscribe') this.asked.add(name)
    else this.asked.delete(name)
    return {}
  }

  #newSession(): CallableSession {
    return {
      request: (_method, params, _capabilities, observer) => {
        const id = ++this.#lastId
        const { resourceSubscriptions } = params['notifications'] as { resourceSubscriptions: string[] }
        this.listens.set(id, { uri: resourceSubscriptions[0] ?? '', observer })
        const notifications = this.honours ? { resourceSubscriptions } : {}
        const _meta = { 'io.modelcontextprotocol/subscriptionId': id }
        setImmediate(() =>
          this.subscriptions.onServerNotification(
            from,
            'notifications/subscriptions/acknowledged',
            {
              _meta,
              notifications,
            },
            this,
          ),
        )
        return id
      },
      cancel: (id) => void this.listens.delete(id),
      forget: (id) => void this.listens.delete(id),
    }
  }
}

const names = ['a', 'b'] as const

describe('ResourceSubscriptions', () => {
  /**
   * Catches a server that stays subscribed when no follower is left, or is not subscribed although a follower exists.
   */
  it('[R22] after any order of follows, unfollows and restarts, the server is subscribed to exactly what is followed', async () => {
    const name = fc.constantFrom(...names)
    const step = fc.oneof(
      fc.record({ do: fc.constant('follow' as const), name }),
      fc.record({ do: fc.constant('leave' as const), which: fc.nat(5) }),
      fc.record({ do: fc.constantFrom('restart' as const, 'settle' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const bench = new Bench()
        const followers: { name: string; updates: number; stop: Promise<() => void>; left: boolean }[] = []
        for (const made of steps) {
          if (made.do === 'follow') {
            const follower = { name: made.name, updates: 0, left: false, stop: Promise.resolve(() => undefined) }
            const stop = bench.subscriptions.subscribe(all, uri(made.name), () => (follower.updates += 1))
            followers.push(Object.assign(follower, { stop }))
          } else if (made.do === 'leave') {
            const follower = followers[made.which]
            if (follower === undefined || follower.left) continue
            follower.left = true
            void follower.stop.then((stop) => stop())
          } else if (made.do === 'restart') {
            bench.stop()
            bench.start()
          } else await bench.settle()
        }
        await bench.settle()
        const wanted = new Set(followers.filter(({ left }) => !left).map((one) => one.name))
        expect(bench.asked).toEqual(wanted)
        for (const each of names) bench.update(each)
        for (const { left, updates } of followers) expect(updates).toBe(left ? 0 : 1)
      }),
      { numRuns: 100 },
    )
  })

  it('[R22] a change below a followed URI is reported for that URI, but not a change to a URI that only begins like it', async () => {
    const bench = new Bench()
    const told: string[] = []
    await bench.subscriptions.subscribe(all, uri('a'), (address) => told.push(address))
    for (const name of ['a/part', 'ab', 'b', 'a']) bench.update(name)
    expect(told).toEqual([uri('a'), uri('a')])
  })

  it('[R17] a flood of changes is reduced to a limited number, and the last one is always sent', async () => {
    const bench = new Bench()
    let told = 0
    await bench.subscriptions.subscribe(all, uri('a'), () => (told += 1))
    for (let count = 0; count < 100_000; count += 1) bench.update('a')
    expect(told).toBe(600)
    bench.clock.advance(60_000)
    expect(told).toBe(601)
    expect(bench.clock.waiting).toBe(0)
  })

  it('a resting server is not started once none of its resources is followed', async () => {
    const bench = new Bench()
    const stop = await bench.subscriptions.subscribe(all, uri('a'), () => undefined)
    bench.stop()
    stop()
    await bench.settle()
    expect(bench.asked).toEqual(new Set())
    expect(bench.clock.waiting).toBe(0)
  })

  it('a refusal reaches the follower, and the server is asked again for the next follower', async () => {
    const bench = new Bench()
    bench.refuses = true
    const refused = bench.subscriptions.subscribe(all, uri('a'), () => undefined)
    await expect(refused).rejects.toMatchObject({ code: 'SERVER_ERROR' })
    bench.refuses = false
    await bench.subscriptions.subscribe(all, uri('a'), () => undefined)
    expect(bench.asked).toEqual(new Set(['a']))
  })

  it('if a modern server does not accept the URI, the follower gets an error and no request stays open', async () => {
    const bench = new Bench('modern')
    bench.honours = false
    const refused = bench.subscriptions.subscribe(all, uri('a'), () => undefined)
    await expect(refused).rejects.toMatchObject({ code: 'SERVER_ERROR', data: { code: -32601 } })
    expect(bench.listens.size).toBe(0)
    expect(bench.clock.waiting).toBe(0)
  })

  it('[R22] a modern server that ends the request is asked again after a while', async () => {
    const bench = new Bench('modern')
    await bench.subscriptions.subscribe(all, uri('a'), () => undefined)
    const [[id, { observer }] = [0, { observer: null }]] = [...bench.listens]
    bench.listens.delete(id)
    observer?.onResult({})
    expect(bench.listens.size).toBe(0)
    bench.clock.advance(1_000)
    await bench.settle()
    expect([...bench.listens.values()].map((listen) => listen.uri)).toEqual(['a'])
  })
})
