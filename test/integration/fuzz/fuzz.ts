/**
 * Fuzzes one door in a loop. The seed determines the messages, however long anything takes. Afterwards the engine must
 * be as it was before. `run.ts` sets `FUZZ_SECONDS` and `FUZZ_SEED`.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'vitest'
import { openBystanders } from '#test/integration/fuzz/bystanders'
import type { FuzzedHost } from '#test/integration/fuzz/fuzzedHost'
import { type SeededRandom, seededRandom } from '#test/soak/seededRandom'
import { patience } from '#test/support/patience'

/** The result of an exchange: everything that the door sent, and the faults in it. */
export interface Heard {
  readonly text: string
  readonly wrong: readonly string[]
}

/**
 * Concurrent actions at a door. All random choices are made when the exchange is created, and none while it is played.
 */
export interface Exchange {
  readonly title: string
  readonly requests: number
  play(): Promise<Heard>
}

export interface Door {
  readonly name: string
  exchange(random: SeededRandom, number: number): Exchange
  /** Ends everything that was kept open between exchanges. Returns the faults found. */
  close?(): Promise<readonly string[]>
}

const seconds = Number(process.env['FUZZ_SECONDS'] ?? 0)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_728)
/** The number of exchanges if no duration is set. */
const exchangesInSuite = 320
const atOnce = 16
const exchangesPerCall = 32
const grownBytes = 60 * 1_024 * 1_024
/**
 * The socket handles of one connection, which has both its ends in this process: the well-behaved clients may keep one
 * more than before.
 */
const maxHandlesGained = 2
const maxFindings = 5

export const fuzzTimeout = (seconds + 120) * 1_000

/** Returns the faults found. Asserts that nothing is left over. */
export async function fuzz(host: FuzzedHost, door: Door): Promise<readonly string[]> {
  const bystanders = await openBystanders(host)
  await bystanders.call()
  const before = openAt(host)
  const played = new Playing(host, door)
  await played.some(atOnce)
  const heapBefore = heapBytes()
  const end = Date.now() + seconds * 1_000
  const isOver = () =>
    played.wrong.length >= maxFindings ||
    (seconds > 0 ? Date.now() >= end : played.exchanges + atOnce > exchangesInSuite)
  const worker = async () => {
    while (!isOver()) {
      const number = await played.next()
      if (number % exchangesPerCall === 0) await bystanders.call()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const wrongAtEnd = (await door.close?.()) ?? []
  await bystanders.call()
  const wrong = [...played.wrong, ...wrongAtEnd, ...host.faults]
  console.log(
    `fuzz of ${door.name}: ${played.requests} requests in ${played.exchanges} exchanges from seed ${seed}, ` +
      `${wrong.length} wrong`,
  )
  if (wrong.length > 0) return wrong
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  await expect.poll(() => openAt(host).gateway, patience).toEqual(before.gateway)
  await expect.poll(() => openAt(host).handles, patience).toBeLessThanOrEqual(before.handles + maxHandlesGained)
  expect(heapBytes() - heapBefore).toBeLessThan(grownBytes)
  return host.faults
}

class Playing {
  readonly wrong: string[] = []
  requests = 0
  exchanges = 0
  readonly #host: FuzzedHost
  readonly #door: Door
  readonly #random = seededRandom(seed)

  constructor(host: FuzzedHost, door: Door) {
    this.#host = host
    this.#door = door
  }

  some(count: number): Promise<unknown> {
    return Promise.all(Array.from({ length: count }, () => this.next()))
  }

  /** Plays the next exchange, and returns its number. */
  async next(): Promise<number> {
    this.exchanges += 1
    const number = this.exchanges
    const exchange = this.#door.exchange(this.#random, number)
    this.requests += exchange.requests
    const { text, wrong } = await exchange.play()
    const told = this.#host.secrets.filter((secret) => text.includes(secret)).map((secret) => `tells ${secret}`)
    for (const what of [...wrong, ...told]) this.wrong.push(`exchange ${number}, ${exchange.title}: ${what}`)
    return number
  }
}

const sockets: ReadonlySet<string> = new Set(['TCPSocketWrap', 'PipeWrap'])

function openAt({ engine }: FuzzedHost) {
  const { channels, subscriptions, held, underWay } = engine.gateway.inUse()
  const handles = process.getActiveResourcesInfo().filter((kind) => sockets.has(kind)).length
  return { gateway: { channels, subscriptions, held, underWay }, handles }
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}
