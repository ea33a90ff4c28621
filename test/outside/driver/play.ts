/** Plays the scenarios of a chapter in each way of configuration, at each address where they apply. */
import { afterAll, beforeAll, describe, it } from 'vitest'
import { addresses, factsOf, impossible, ways, type Address, type Way } from '#test/outside/driver/addresses'
import { openClient } from '#test/outside/driver/otherClients'
import type { OutsideClient } from '#test/outside/driver/outsideClient'
import { openPlace, type Place } from '#test/outside/driver/place'
import { reasonAgainst, type Cell, type Chapter, type Scenario } from '#test/outside/driver/scenario'

export function play({ title, world, scenarios, environment, close }: Chapter, only: readonly Way[] = ways): void {
  describe.each(only)(`${title}, %s`, (way) => {
    let place: Place
    let clients: Clients
    beforeAll(async () => {
      place = await openPlace(way, world, environment?.())
      clients = keepClients(place)
    })
    afterAll(async () => {
      await clients.close()
      await place.close()
      await close?.()
    })
    const cellAt = (address: Address): Cell => ({
      address,
      way,
      place,
      client: (server) => clients.of(address, server),
    })
    for (const { words, timeoutMs, run } of scenarios.flatMap((scenario) =>
      casesOf(scenario, way, cellAt, () => place),
    ))
      // oxlint-disable-next-line vitest/expect-expect, vitest/valid-title -- what is played expects, and has its title
      it(words, timeoutMs === undefined ? {} : { timeout: timeoutMs }, run)
  })
}

interface Case {
  readonly words: string
  readonly timeoutMs: number | undefined
  readonly run: () => Promise<void>
}

function casesOf(scenario: Scenario, way: Way, cellAt: (address: Address) => Cell, place: () => Place): Case[] {
  const { source, name, title, play: how, timeoutMs } = scenario
  const words = `${source} ${name}: ${title}`
  const where = addresses.filter((one) => impossible(one, way) === null && reasonAgainst(scenario, one) === null)
  if ('once' in how) return [{ words, timeoutMs, run: () => how.once(place()) }]
  if ('together' in how) return [{ words, timeoutMs, run: () => how.together(where.map(cellAt), place()) }]
  return where.map((one) => ({ words: `${words} · ${one}`, timeoutMs, run: () => how.each(cellAt(one)) }))
}

interface Clients {
  of(address: Address, server: string): Promise<OutsideClient>
  close(): Promise<void>
}

/**
 * Keeps one client at each address open for the whole chapter. At the address of one server, each server has a client.
 */
function keepClients(place: Place): Clients {
  const open = new Map<string, Promise<OutsideClient>>()
  return {
    of: (address, server) => {
      const key = factsOf(address).sees === 'server' ? `${address}/${server}` : address
      const found = open.get(key) ?? openClient(place, address, server)
      open.set(key, found)
      return found
    },
    close: async () => {
      await Promise.allSettled([...open.values()].map(async (client) => (await client).close()))
    },
  }
}
