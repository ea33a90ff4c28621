/** Harmful images, used over REST, harm only themselves, and neither another server nor the engine. */
import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import type { HostedLogLine, HostedServer } from '#contract/hosting/hostedServer'
import { rawDocker } from '#test/integration/hosting/docker'
import {
  type Answered,
  containersOf,
  placeWithDocker,
  removeAfter,
  serving,
  type Serving,
} from '#test/integration/hosting/onDocker'
import { type HostileName, hostilePrograms } from '#test/support/hosting/hostilePrograms'
import { makeImage } from '#test/support/hosting/testImages'
import { hasPart } from '#test/support/parts/hasPart'

const hasGvisor = hasPart('docker') && hasPart('gvisor')
const patient = { timeout: 40_000, interval: 100 }
/** How the server or its log shows, for each image, that the image has done its harm. */
const shows: Readonly<Record<HostileName, (server: HostedServer, log: string) => boolean>> = {
  // gVisor's own kernel exits when it gets no more threads.
  'a fork bomb': (server, log) => server.last_crash !== null || /processes \d+/.test(log),
  'a full disk': (_server, log) => log.includes('done') && log.includes('/tmp ENOSPC') && log.includes('/ EROFS'),
  'a full memory': (_server, log) => log.includes('ran out of memory'),
  'a gigabyte on stdout without the end of a line': (_server, log) => log.includes('a line of more than 64 MB'),
  'a gigabyte on stderr without the end of a line': (_server, log) => log.includes('(cut)') && log.includes('flooded'),
  'no answer to anything': (_server, log) => log.includes('quiet'),
  'an exit, again and again': ({ restart_count, warning }) => restart_count >= 3 && warning !== null,
  'no notice of SIGTERM': (_server, log) => log.includes('deaf'),
  'garbage on stdout': (_server, log) => log.includes('said'),
}
const megabyte = 1024 * 1024

// Catches an engine that buffers a container's output, waits for a container that never answers, or lets one container
// slow the others down.
it.skipIf(!hasGvisor)(
  '[R24] [R28] a harmful image costs neither another server nor the engine',
  { timeout: 240_000 },
  async () => {
    const place = await placeWithDocker()
    removeAfter(place)
    const engine = await serving(place)
    const calm = await engine.register({
      name: 'calm',
      image: 'hosted-notes:1',
      provider: 'gvisor',
      volumes: ['/data'],
    })
    const calling = callAgainAndAgain(engine)
    onTestFinished(() => calling.stop())
    const usual = { volumes: ['/data'], resource_limits: { cpu: '1', memory: '192M' } }
    const before = memoryOf(engine, 'VmRSS')
    const ends: Promise<void>[] = []
    for (const [title, program] of Object.entries(hostilePrograms) as [HostileName, string][]) {
      const name = `hostile-${ends.length}`
      await makeImage(rawDocker(), `${name}:1`, { arguments: ['-e', program] })
      // gVisor's pipes are the slowest, and the limits on output do not depend on it, so these images run without it.
      const provider = title.startsWith('a gigabyte') ? 'plain' : 'gvisor'
      const registered = engine.rest('POST', '/mcp/servers', { ...usual, name, provider, image: `${name}:1` })
      await expect.poll(async () => (await engine.rest('GET', `/mcp/servers/${name}`)).status, patient).toBe(200)
      await expect.poll(() => hasShown(engine, name, title), patient).toBe(true)
      const server = await engine.get(name)
      expect({ title, server }).toMatchObject({ title, server: { state: expect.stringMatching(/^(creating|error)$/) } })
      ends.push(isRemoved(engine, server, registered))
    }
    await Promise.all(ends)
    await calling.stop()
    expect(calling.failures).toEqual([])
    expect(calling.count()).toBeGreaterThan(50)
    expect(memoryOf(engine, 'VmHWM') - before).toBeLessThan(300 * megabyte)
    expect(await engine.get('calm')).toMatchObject({
      status: 'running',
      restart_count: 0,
      container_id: calm.container_id,
    })
    expect((await engine.rest('GET', '/mcp/volumes')).body).toHaveLength(1)
  },
)

/** Removes the server while it starts or waits for its next start. A server that ignores SIGTERM gets 10 s. */
async function isRemoved(engine: Serving, server: HostedServer, registered: Promise<Answered>): Promise<void> {
  expect(await engine.rest('DELETE', `/mcp/servers/${server.slug}?volumes=true`)).toEqual({ status: 200, body: {} })
  // The registration is answered with 404 if the server is removed first, and with 200 if the server is in the state
  // `error` first.
  expect([200, 404]).toContain((await registered).status)
  expect(await containersOf([server])).toEqual([])
}

async function hasShown(engine: Serving, name: string, title: HostileName): Promise<boolean> {
  const lines = (await engine.rest('GET', `/mcp/servers/${name}/logs?tail=10000`)).body as HostedLogLine[]
  return shows[title](await engine.get(name), lines.map(({ text }) => text).join('\n'))
}

/** Calls a neighbouring server in sequence, and collects failed calls. */
function callAgainAndAgain(engine: Serving) {
  let [isOver, count] = [false, 0]
  const failures: unknown[] = []
  const call = async () => {
    for (; !isOver; count++) {
      const answer = await engine.callTool('calm', 'append', { text: 'well' })
      if (answer.status !== 200) failures.push(answer)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const called = call().catch((thrown: unknown) => void failures.push(thrown))
  return {
    failures,
    count: () => count,
    stop: async () => {
      isOver = true
      await called
    },
  }
}

/** Returns the bytes of memory that the kernel counts: `VmRSS` now, `VmHWM` at the peak. */
function memoryOf({ child }: Serving, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status) ?? []
  return Number(kilobytes) * 1024
}
