/** The runtime no longer answers, and the engine is asked to close. */
import { expect, it } from 'vitest'
import { told } from '#test/integration/doctor/patients'
import { type HostedHost, hostedHost, surroundings } from '#test/integration/hosting/hostedHost'
import { manualClock, type ManualClock } from '#test/support/manualClock'

const never = new Promise<never>(() => undefined)

/** Makes the runtime silent. Resolves when the engine is waiting for the runtime. */
type Silence = (host: HostedHost, clock: ManualClock) => Promise<unknown>

/** Makes the runtime silent for this request, which the start of a server sends. */
const atStart =
  (request: 'start' | 'find' | 'bringImage'): Silence =>
  (host) =>
    new Promise((resolve) => {
      host.provider[request] = () => {
        resolve(undefined)
        return never
      }
      void host.register().catch(() => undefined)
    })

const silences: Readonly<Record<string, Silence>> = {
  'the start of a container': atStart('start'),
  'the search for earlier containers': atStart('find'),
  'the fetching of an image': atStart('bringImage'),
  'the stop of a container': async (host) => {
    const start = host.provider.start.bind(host.provider)
    host.provider.start = async (spec, events) => ({ ...(await start(spec, events)), stop: () => never })
    await host.register()
  },
  'the runtime’s abilities, before a restart': async (host, clock) => {
    await host.register()
    // After a while, the engine asks again for the abilities of the runtime.
    clock.advance(5_000)
    await new Promise((resolve) => {
      host.provider.examine = () => {
        resolve(undefined)
        return never
      }
      void host.rest('POST', '/mcp/servers/notes/restart').catch(() => undefined)
    })
  },
  'a container that is being examined': async (host) => {
    await host.register()
    await host.engine.registry.connection('notes').stop()
    await new Promise((resolve) => {
      host.provider.start = () => {
        resolve(undefined)
        return never
      }
      void told(host.engine.doctor.examine('notes', undefined, undefined)).catch(() => undefined)
    })
  },
  'the usage of a container': async (host, clock) => {
    const start = host.provider.start.bind(host.provider)
    await new Promise((resolve) => {
      const usage = () => {
        resolve(undefined)
        return never
      }
      host.provider.start = async (spec, events) => ({ ...(await start(spec, events)), usage })
      const isUp = () => clock.advance(60_000)
      void host.register().then(isUp, () => undefined)
    })
  },
}

// Catches an engine that never closes and has to be killed, which leaves its other servers, records and settings open.
it.each(Object.entries(silences))('[R26] an engine closes although it is waiting for %s', async (_what, silence) => {
  const clock = manualClock(Date.now())
  const host = await hostedHost(await surroundings({}, clock))
  await silence(host, clock)
  let isClosed = false
  void host.engine.close().then(() => (isClosed = true))
  await expect
    .poll(
      () => {
        clock.advance(1_000)
        return isClosed
      },
      { timeout: 5_000, interval: 10 },
    )
    .toBe(true)
})
