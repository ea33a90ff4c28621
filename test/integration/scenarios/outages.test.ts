import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { serverChange } from '#contract/servers/server'
import { openWorld, pidOf, steppedClock, textOf } from '#test/integration/scenarios/world'
import { patience } from '#test/support/patience'
import { startRemote } from '#test/servers/remote'
import { isRunning } from '#test/support/processList'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testServer } from '#test/support/testEngine'

describe('an unreachable server', () => {
  it('[R9] after three failures in a row is left alone for 60 s, in which calls fail at once; then one trial decides', async () => {
    const clock = steppedClock()
    const file = join(await temporaryFolder(), 'may-start')
    const starts = join(await temporaryFolder(), 'starts')
    await writeFile(starts, '')
    const { command, args = [] } = testServer('echo')
    const script = `echo x >> '${starts}'; test -f '${file}' && exec '${command}' ${args.join(' ')}`
    await writeFile(file, '')
    const launch = { transport: 'stdio' as const, command: 'sh', args: ['-c', script] }
    const { connect, engine } = await openWorld({ one: { launch } }, { clock })
    await engine.registry.use({ kind: 'all' })
    const client = await connect()
    await client.listTools()
    const stateIs = (kind: string, attempt?: number) =>
      vi.waitFor(
        () =>
          expect(engine.registry.get('one').state).toMatchObject({ kind, ...(attempt !== undefined && { attempt }) }),
        patience,
      )
    await rm(file)
    process.kill(pidOf(engine, 'one'), 'SIGKILL')
    // The first retry after the crash needs no advance of the clock. The second failure doubles the wait, and the third
    // starts the cool-down.
    await stateIs('backingOff', 1)
    const waits: number[] = []
    for (const attempt of [1, 2, 3]) {
      await vi.waitFor(
        () =>
          expect(engine.registry.get('one').state).toMatchObject({
            kind: 'backingOff',
            attempt,
            error: { code: 'HANDSHAKE_FAILED' },
          }),
        patience,
      )
      const { state } = engine.registry.get('one')
      if (state.kind !== 'backingOff') throw new Error(state.kind)
      waits.push(state.retryAt - clock.now())
      // Advances by more than the delay, because on a busy machine the wait begins a moment after it was computed.
      if (attempt < 3) clock.pass((waits.at(-1) ?? 0) + 1_000)
    }
    expect(waits.map((ms) => Math.round(ms / 250) * 250)).toEqual([750, 1500, 60_000])

    const started = () => readFile(starts, 'utf8')
    const before = await started()
    for (let number = 0; number < 5; number++)
      await expect(client.callTool({ name: 'echo' })).rejects.toMatchObject({
        message: expect.stringMatching(
          /Unavailable: the server one is down and will be tried again in \d+ s/,
        ) as string,
      })
    clock.pass(50_000)
    await expect(client.callTool({ name: 'echo' })).rejects.toThrow('Unavailable')
    expect(await started()).toBe(before)

    await writeFile(file, '')
    clock.pass(11_000)
    await stateIs('ready')
    expect(await textOf(client.callTool({ name: 'echo', arguments: { text: 'back' } }))).toBe('back')
    expect((await started()).length).toBe(before.length + 2)
  })
})

describe('the transport of 2024', () => {
  it('[R5] is connected with the configured headers, on its stream and on every message', async () => {
    const server = await startRemote({ transport: 'sse' })
    onTestFinished(() => server.close())
    const headers = { Authorization: 'Bearer mine' }
    const { engine } = await openWorld({ far: { launch: { transport: 'sse', url: server.url, headers } } })
    await engine.registry.use({ kind: 'all' })
    expect(engine.registry.get('far').state.kind).toBe('ready')
    const told = server.received.map(({ method, headers: sent }) => [method, sent.authorization])
    expect(told.length).toBeGreaterThan(2)
    expect(told).toEqual(told.map(([method]) => [method, 'Bearer mine']))
  })

  it('[R5] reconnects with growing delays when it drops; calls meanwhile fail at once, and work when it is back', async () => {
    const clock = steppedClock()
    const server = await startRemote({ transport: 'sse' })
    onTestFinished(() => server.close())
    const { connect, engine } = await openWorld({ far: { launch: { transport: 'sse', url: server.url } } }, { clock })
    await engine.registry.use({ kind: 'all' })
    const client = await connect()
    const hanging = client.callTool({ name: 'hang' })
    hanging.catch(() => undefined)
    await server.seen('tools/call')
    await server.die()
    await expect(hanging).rejects.toThrow(/event stream|lost/)
    const waits: number[] = []
    for (const attempt of [1, 2, 3]) {
      const wait = await vi.waitFor(() => {
        const { state } = engine.registry.get('far')
        expect(state).toMatchObject({ kind: 'backingOff', attempt, error: { code: 'SERVER_UNAVAILABLE' } })
        if (state.kind !== 'backingOff') throw new Error(state.kind)
        return state.retryAt - clock.now()
      }, patience)
      waits.push(wait)
      // This clock stands still, so a call that waited for the next attempt would wait for ever.
      await expect(client.callTool({ name: 'echo' })).rejects.toThrow('Unavailable')
      if (attempt === 3) await server.revive()
      clock.pass(wait + 1_000)
    }
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.5)
    expect(waits[2]).toBeGreaterThan((waits[1] ?? 0) * 1.5)
    await vi.waitFor(() => expect(engine.registry.get('far').state.kind).toBe('ready'), patience)
    expect(await textOf(client.callTool({ name: 'echo', arguments: { a: 1 } }))).toBe('{"a":1}')
  })
})

describe('an unused server', () => {
  it.each([
    ['stubborn', 'is killed if it ignores signals'],
    ['echo', 'exits by itself'],
  ])('[R7] %s %s: when it gets another launch, and when its project is removed', async (file) => {
    const { addProject, engine } = await openWorld()
    const id = await addProject({ name: 'Work' }, { one: { launch: testServer(file) } })
    const isUp = async () => {
      await engine.registry.use({ kind: 'all' })
      return vi.waitFor(() => pidOf(engine, 'one'), patience)
    }
    const first = await isUp()
    const launch = testServer(file, '--name', 'other')
    await engine.servers.update('one', serverChange.parse({ launch }))
    await vi.waitFor(() => expect(isRunning(first)).toBe(false), patience)
    const second = await isUp()
    expect(second).not.toBe(first)
    await engine.projects.remove(id)
    await vi.waitFor(() => expect(isRunning(second)).toBe(false), patience)
  })
})
