/**
 * Hosted servers on E2B, with a test server that implements E2B's API: the rules of all runtimes, and those that only a
 * cloud has.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Sandbox } from 'e2b'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '#engine/clock'
import { E2bProvider } from '#engine/hosting/e2b/e2bProvider'
import type { Clock } from '#engine/ports'
import { manualClock } from '#test/support/manualClock'
import { e2bKey, type E2bServer, startE2bServer } from '#test/support/hosting/e2bServer'
import { type ContractProgram, contractSpec, heard, keepsTheRules } from '#test/support/hosting/providerContract'

let e2b: E2bServer
beforeAll(async () => {
  e2b = await startE2bServer(['base'])
})
afterAll(() => e2b.close())

function provider({ key = e2bKey, clock = systemClock }: { key?: string | null; clock?: Clock } = {}) {
  const made = new E2bProvider({ environment: e2b.environment, key: () => Promise.resolve(key), clock })
  onTestFinished(() => made.close())
  return made
}

const programs: Readonly<Record<ContractProgram, string>> = {
  echoes: 'cat',
  fails: "sh -c 'echo bye >&2; exit 7'",
  stays: 'node -e "process.on(\'SIGTERM\', () => {}); process.stdin.resume(); setInterval(() => {}, 1000)"',
}
const running = (program: ContractProgram) => ({ image: 'base', environment: { MCP_COMMAND: programs[program] } })

describe('the rules of all runtimes', () => {
  keepsTheRules(() => ({ provider: () => provider(), spec: running }))
})

// E2B's own SDK checks the test server. Otherwise the test server would only prove our own reading of the API.
describe('the test server, driven by the SDK of E2B', () => {
  it('creates, lists, extends and ends sandboxes, and runs programs in them', async () => {
    const place = { apiKey: e2bKey, apiUrl: e2b.url, sandboxUrl: e2b.url }
    const metadata = { 'switchboard.owner': 'me & you', kind: 'sdk' }
    const made = await Promise.all(
      [1, 2, 3].map(() =>
        Sandbox.create('base', { ...place, metadata, timeoutMs: 300_000, allowInternetAccess: false }),
      ),
    )
    const [sandbox] = made
    if (sandbox === undefined) throw new Error('there is no sandbox')
    expect(e2b.sandboxes.get(sandbox.sandboxId)).toMatchObject({ hasInternet: false, metadata })
    const pages = Sandbox.list({ ...place, query: { metadata } })
    const found: string[] = []
    while (pages.hasNext) found.push(...(await pages.nextItems()).map(({ sandboxId }) => sandboxId))
    expect(found.sort()).toEqual(made.map(({ sandboxId }) => sandboxId).sort())
    const failed = await sandbox.commands.run('echo bye >&2; exit 7').catch((thrown: unknown) => thrown)
    expect(failed).toMatchObject({ exitCode: 7, stderr: 'bye\n' })
    let echoed = ''
    const onStdout = (text: string) => void (echoed += text)
    const echo = await sandbox.commands.run('cat', { background: true, stdin: true, timeoutMs: 0, onStdout })
    await echo.sendStdin('one\n')
    await expect.poll(() => echoed).toBe('one\n')
    expect(await echo.kill()).toBe(true)
    await expect(echo.wait()).rejects.toMatchObject({ exitCode: -1, message: 'signal: killed' })
    await sandbox.setTimeout(600_000)
    const again = await Sandbox.connect(sandbox.sandboxId, place)
    expect((await again.commands.run('echo here')).stdout).toBe('here\n')
    expect((await Sandbox.getMetrics(sandbox.sandboxId, place)).at(-1)).toMatchObject({ cpuUsedPct: 12.5 })
    await Promise.all(made.map((one) => one.kill()))
    expect(await Sandbox.kill(sandbox.sandboxId, place)).toBe(false)
  }, 60_000)
})

describe('a sandbox of E2B', () => {
  it('[R28] is available only with a key, and the check sends no request to the cloud', async () => {
    const before = e2b.asked.length
    expect(await provider({ key: null }).examine()).toMatchObject({
      available: false,
      isCloud: true,
      missing: { repair: expect.stringContaining('switchboard secret set E2B_API_KEY') as string },
    })
    expect(await provider().examine()).toMatchObject({ available: true, missing: null })
    expect(e2b.asked.length).toBe(before)
    const wrong = provider({ key: 'e2b_wrong' }).start(contractSpec(running('echoes')), heard().events)
    await expect(wrong).rejects.toMatchObject({
      code: 'RUNTIME_UNAVAILABLE',
      message: expect.stringMatching(/does not accept the key/) as string,
    })
  })

  it('keeps values of variables out of its metadata, and keys out of errors', async () => {
    const secret = 'sk-a-value-that-nobody-may-see'
    const spec = contractSpec({
      ...running('echoes'),
      environment: { MCP_COMMAND: 'printenv API_KEY', API_KEY: secret },
    })
    const told = heard()
    const container = await provider().start(spec, told.events)
    await expect.poll(() => told.exits).toEqual([{ code: 0, isOutOfMemory: false }])
    expect(told.stdout()).toBe(`${secret}\n`)
    expect(JSON.stringify([e2b.bodies, e2b.asked])).not.toContain(secret)
    await container.stop(0)
  })

  it('[R28] has a network or none, as requested, and unsupported settings are refused', async () => {
    const one = provider()
    for (const mode of ['none', 'full'] as const) {
      const container = await one.start(contractSpec({ ...running('stays'), network: { mode } }), heard().events)
      expect(e2b.sandboxes.get(container.id)?.hasInternet).toBe(mode === 'full')
      await container.stop(0)
    }
    for (const given of [
      { network: { mode: 'allow', hosts: ['a.example'] } },
      { volumes: [{ name: 'data', path: '/data' }] },
      { ports: [{ container: 80, host: 8080 }] },
    ] as const)
      await expect(one.start(contractSpec({ ...running('stays'), ...given }), heard().events)).rejects.toMatchObject({
        code: 'LIMIT_NOT_ENFORCEABLE',
      })
    expect(e2b.sandboxes.size).toBe(0)
  })

  it('lives only as long as the engine extends it', async () => {
    const clock = manualClock()
    const container = await provider({ clock }).start(contractSpec(running('stays')), heard().events)
    const sandbox = e2b.sandboxes.get(container.id)!
    const first = sandbox.endsAt
    expect(first - Date.now()).toBeLessThanOrEqual(300_000)
    sandbox.endsAt = 0
    clock.advance(60_000)
    await expect.poll(() => sandbox.endsAt).toBeGreaterThanOrEqual(first)
    // A failed request is repeated sooner than the next regular one.
    e2b.refuse(/timeout$/)
    clock.advance(60_000)
    await expect.poll(() => e2b.asked.at(-1)).toMatch(/timeout$/)
    e2b.refuse(null)
    sandbox.endsAt = 0
    await expect
      .poll(() => {
        clock.advance(10_000)
        return sandbox.endsAt
      })
      .toBeGreaterThanOrEqual(first)
    await container.stop(0)
  })

  it('[R26] is never doubled: an older sandbox is replaced, a newer one is a conflict, and a lost response leaves none', async () => {
    const one = provider()
    const spec = contractSpec(running('stays'))
    const told = heard()
    await one.start(spec, told.events)
    const newer = await one.start({ ...spec, generation: 2 }, heard().events)
    await expect.poll(() => told.exits).toHaveLength(1)
    expect((await one.find(spec.owner)).map(({ id }) => id)).toEqual([newer.id])
    await expect(one.start(spec, heard().events)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await one.find(spec.owner)).toHaveLength(1)
    e2b.loseNextAnswer()
    await expect(one.start({ ...spec, generation: 3 }, heard().events)).rejects.toMatchObject({
      code: 'RUNTIME_UNAVAILABLE',
    })
    expect(await one.find(spec.owner)).toEqual([])
  })

  it('[R26] ends when its stdin and stdout stream is cut, because lost messages cannot be sent again', async () => {
    const one = provider()
    const spec = contractSpec(running('stays'))
    const told = heard()
    await one.start(spec, told.events)
    e2b.cutStreams()
    await expect.poll(() => told.exits).toEqual([{ code: null, isOutOfMemory: false }])
    expect(await one.find(spec.owner)).toEqual([])
  })

  it('[R24] is reached at its port, only with its token, also after its streams were cut and by the next engine', async () => {
    const web = createServer((_asked, answer) => void answer.end('it works')).listen(0, '127.0.0.1')
    await once(web, 'listening')
    onTestFinished(() => void web.close())
    const { port } = web.address() as AddressInfo
    const first = provider()
    const spec = contractSpec({ ...running('stays'), isBridged: false, ports: [{ container: port, host: null }] })
    const told = heard()
    const container = await first.start(spec, told.events)
    const ask = (headers: Readonly<Record<string, string>> = {}) => fetch(container.address(port) ?? '', { headers })
    expect(container.address(1)).toBeNull()
    expect(await (await ask(container.portHeaders?.(port))).text()).toBe('it works')
    expect((await ask({ ...container.portHeaders?.(port), 'e2b-traffic-access-token': 'x' })).status).toBe(403)
    expect(await container.usage()).toEqual({ cpuPercent: 25, memoryBytes: 34_000_000 })
    e2b.cutStreams()
    await first.close()
    const next = provider()
    const [found] = await next.find(spec.owner)
    const adopted = await next.adopt(found!, told.events)
    e2b.cutStreams()
    await expect.poll(() => e2b.sandboxes.get(container.id)?.processes[0]?.streams.size).toBe(1)
    expect(told.exits).toEqual([])
    await adopted.stop(0)
    await expect.poll(() => told.exits).toEqual([{ code: 137, isOutOfMemory: false }])
    expect(await next.find(spec.owner)).toEqual([])
  })

  it('holds back a flood of output until it is read', async () => {
    const megabyte = 1_024 * 1_024
    const flood = 256 * megabyte
    const before = process.memoryUsage().rss
    let highest = 0
    const spec = contractSpec({ ...running('echoes'), environment: { MCP_COMMAND: `head -c ${flood} /dev/zero` } })
    let taken = 0
    const { events } = heard()
    const container = await provider().start(spec, {
      ...events,
      onStdout: async (bytes) => {
        taken += bytes.length
        highest = Math.max(highest, process.memoryUsage().rss - before)
        await new Promise((resolve) => setImmediate(resolve))
      },
    })
    await expect.poll(() => taken, { timeout: 60_000 }).toBe(flood)
    // Half of this memory belongs to the test server, which runs in this process.
    expect(highest).toBeLessThan(150 * megabyte)
    await container.stop(0)
  }, 90_000)
})
