/** A server on the transport of 2024, which runs in the test process and can be cut off. */
import { expect, vi } from 'vitest'
import { reasons } from '#test/outside/driver/reasons'
import type { Chapter } from '#test/outside/driver/scenario'
import type { Place } from '#test/outside/driver/place'
import type { World } from '#test/outside/driver/world'
import { startRemote, toolNamed, type RemoteServer } from '#test/servers/remote'
import { patience } from '#test/support/patience'

let remote: RemoteServer

async function world(): Promise<World> {
  remote = await startRemote({ transport: 'sse', tools: ['echo', 'hang'].map(toolNamed) })
  return { servers: { far: { type: 'sse', url: remote.url, headers: { Authorization: 'Bearer mine' } } } }
}

/** Returns the delays before the server's next attempts, in order, as its state reports them. */
async function waitsOf(place: Place, attempts: number): Promise<number[]> {
  const waits: number[] = []
  for (let attempt = 1; attempt <= attempts; attempt++)
    waits.push(
      await vi.waitFor(async () => {
        const now = Date.now()
        const { state } = await place.server('far')
        expect(state).toMatchObject({ kind: 'backingOff', attempt })
        return Number(state['retryAt']) - now
      }, patience),
    )
  return waits
}

export const remotes: Chapter = {
  title: 'a server on the transport of 2024',
  world,
  close: () => remote.close(),
  scenarios: [
    {
      source: '002',
      name: 'SSE server connection',
      title:
        '[R5] a stream to its address, with the configured headers on every request; catches a request without them',
      play: {
        each: async (cell) => {
          const label = `${cell.address} ${cell.place.newId()}`
          const { ok, text } = await (await cell.client('far')).call('echo', { label })
          expect([ok, JSON.parse(text)]).toEqual([true, { label }])
          const methods = new Set(remote.received.map(({ method }) => method))
          expect(methods).toEqual(new Set(['GET', 'POST']))
          for (const { headers } of remote.received) expect(headers.authorization).toBe('Bearer mine')
        },
      },
    },
    {
      source: '002',
      name: 'SSE reconnection',
      title: '[R5] automatically, after longer and longer waits, and no call hangs; catches a call that waits for ever',
      notAt: [reasons.notSteered],
      play: {
        together: async (cells, place) => {
          const before = remote.of('tools/call').length
          const hanging = cells.map(async (cell) => [cell.address, (await (await cell.client('far')).call('hang')).ok])
          await remote.seen('tools/call', before + cells.length)
          await remote.die()
          expect(await Promise.all(hanging)).toEqual(cells.map(({ address }) => [address, false]))
          const refused = cells.map(async (cell) => [cell.address, await (await cell.client('far')).call('echo')])
          const [first = 0, second = 0] = await waitsOf(place, 2)
          expect(second).toBeGreaterThan(first)
          for (const [address, outcome] of await Promise.all(refused))
            expect([address, outcome]).toEqual([
              address,
              expect.objectContaining({ ok: false, text: expect.stringContaining('Unavailable') as unknown }),
            ])
          await remote.revive()
          // The timeout allows for a slow machine, where a third attempt has already opened the breaker.
          await vi.waitFor(async () => expect(await place.server('far')).toMatchObject({ state: { kind: 'ready' } }), {
            ...patience,
            timeout: 80_000,
          })
          for (const cell of cells) expect(await (await cell.client('far')).call('echo')).toMatchObject({ ok: true })
        },
      },
      timeoutMs: 200_000,
    },
  ],
}
