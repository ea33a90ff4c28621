import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newProject } from '#contract/project'
import { newServer, type NewServerInput, serverChange } from '#contract/servers/server'
import { createEngine, type Engine } from '#engine/createEngine'
import type { Caller } from '#engine/router/call'
import { isRunning } from '#test/support/processList'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { echoTools } from '#test/servers/echoTools'
import { patience } from '#test/support/patience'

const echo = testServer('echo')

function callerOf(key: string, answer?: string): Caller {
  const ask = answer === undefined ? null : () => Promise.resolve({ action: 'accept', content: { colour: answer } })
  return { key, capabilities: { elicitation: {} }, ask }
}
const person = callerOf('person')

async function text(engine: Engine, slug: string, name: string, caller = person, input: Record<string, unknown> = {}) {
  const scope = { kind: 'server', slug } as const
  const result = await engine.router.callTool(scope, { params: { name, arguments: input }, caller })
  return (result['content'] as { text: string }[])[0]?.text ?? ''
}

const pid = async (engine: Engine, slug: string, caller = person) => Number(await text(engine, slug, 'pid', caller))

it('[R8] all runs of a project share one connection to a server', async () => {
  const engine = await startTestEngine({ one: { launch: echo } })
  const seen = await Promise.all(['a', 'b', 'c'].map((key) => pid(engine, 'one', callerOf(key))))
  expect(new Set(seen).size).toBe(1)
})

describe('servers of two projects', () => {
  let engine: Engine
  let otherId: string

  beforeEach(async () => {
    engine = await startTestEngine()
    otherId = (await engine.projects.add(newProject.parse({ name: 'Other' }))).id
  })

  const addHere = (server: Partial<NewServerInput>) =>
    engine.servers.add(newServer.parse({ name: 'here', launch: echo, sessions: 'shared', ...server }))
  const addThere = (server: Partial<NewServerInput>) =>
    engine.servers.add(
      newServer.parse({ name: 'there', launch: echo, sessions: 'shared', projectId: otherId, ...server }),
    )
  const bothPids = () => Promise.all([pid(engine, 'here'), pid(engine, 'there')])

  it.each<[string, Partial<NewServerInput>, Partial<NewServerInput>]>([
    ['one leaves `sessions` at its default', { sessions: 'auto' }, {}],
    ['one has another variable', {}, { launch: { ...echo, env: { MODE: 'other' } } }],
    ['one has another argument', {}, { launch: { ...echo, args: [...(echo.args ?? []), '--x'] } }],
    ['one runs in another folder', {}, { launch: { ...echo, cwd: '/' } }],
    ['one allows fewer calls at the same time', {}, { concurrency: 1 }],
  ])('[R8] each have their own process when %s', async (_why, here, there) => {
    await addHere(here)
    await addThere(there)
    const [one, other] = await bothPids()
    expect(one).not.toBe(other)
  })

  it('[R8] have a process each if both are in one project: a group is not one member twice', async () => {
    await addHere({})
    await addThere({ projectId: undefined })
    const [one, other] = await bothPids()
    expect(one).not.toBe(other)
  })

  it('[R8] [R7] share a process if both settings say so; the process ends with its last server, and a returning server joins it', async () => {
    await addHere({})
    await addThere({})
    const [shared, other] = await bothPids()
    expect(other).toBe(shared)
    expect(engine.registry.list().map(({ slug, tools }) => [slug, tools.total])).toEqual([
      ['here', echoTools.length],
      ['there', echoTools.length],
    ])

    const slow = text(engine, 'there', 'slow', person, { ms: 600 })
    await engine.servers.setEnabled('here', false)
    expect(engine.registry.get('here').state).toEqual({ kind: 'stopped' })
    expect(await slow).toBe('slept 600 ms')
    expect(await pid(engine, 'there')).toBe(shared)
    await expect(pid(engine, 'here')).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' })

    await engine.servers.setEnabled('here', true)
    expect(await pid(engine, 'here')).toBe(shared)

    engine.registry.restart('here')
    await vi.waitFor(async () => expect(await pid(engine, 'there')).not.toBe(shared), patience)
    const [again, alsoAgain] = await bothPids()
    expect(alsoAgain).toBe(again)
    expect(isRunning(shared)).toBe(false)

    await engine.servers.remove('here')
    expect(await pid(engine, 'there')).toBe(again)
    await engine.servers.setEnabled('there', false)
    await vi.waitFor(() => expect(isRunning(again)).toBe(false), patience)
  })

  it('[R8] stop sharing when one gets another launch, and the other continues', async () => {
    await addHere({})
    await addThere({})
    const [shared] = await bothPids()
    await engine.servers.update('here', serverChange.parse({ launch: { ...echo, env: { MODE: 'other' } } }))
    await vi.waitFor(
      async () => expect(await text(engine, 'here', 'env', person, { name: 'MODE' })).toBe('other'),
      patience,
    )
    expect(await pid(engine, 'here')).not.toBe(shared)
    expect(await pid(engine, 'there')).toBe(shared)
  })

  it('[R8] [R9] share the failures of a shared process: both are notified of its end, and both are up again with one process', async () => {
    await addHere({})
    await addThere({})
    const [shared] = await bothPids()
    await expect(text(engine, 'here', 'exit', person, { code: 3 })).rejects.toMatchObject({ code: 'SERVER_LOST' })
    expect(engine.registry.list().map(({ state }) => state.kind)).not.toContain('ready')
    const [again, other] = await bothPids()
    expect([other, again === shared]).toEqual([again, false])
    expect(engine.registry.list().map(({ restarts }) => restarts)).toEqual([1, 1])
    for (const slug of ['here', 'there'])
      expect(JSON.stringify(engine.registry.connection(slug).log.lines())).toContain('exited with code 3')
  })

  it('[R8] [R17] share the limit of a shared process, and its questions reach the caller', async () => {
    const launch = testServer('asking')
    await addHere({ launch, concurrency: 1 })
    await addThere({ launch, concurrency: 1 })
    const answers = await Promise.all(
      ['here', 'there', 'here', 'there'].map((slug, place) =>
        text(engine, slug, 'elicit', callerOf(`caller ${place}`, `colour ${place}`)),
      ),
    )
    expect(answers.map((answer) => (JSON.parse(answer) as { content: unknown }).content)).toEqual(
      [0, 1, 2, 3].map((place) => ({ colour: `colour ${place}` })),
    )
  })
})

describe('a server with a session per caller', () => {
  const dedicated = { launch: echo, sessions: 'dedicated' } as const

  it('[R8] has a process for each, which ends with its caller', async () => {
    const engine = await startTestEngine({ one: dedicated })
    const [a, b] = await Promise.all(['a', 'b'].map((key) => pid(engine, 'one', callerOf(key))))
    expect(a).not.toBe(b)
    expect(await pid(engine, 'one', callerOf('a'))).toBe(a)
    engine.registry.callerGone('a')
    await vi.waitFor(() => expect(isRunning(a ?? 0)).toBe(false), patience)
    expect(await pid(engine, 'one', callerOf('b'))).toBe(b)
    await engine.servers.setEnabled('one', false)
    await vi.waitFor(() => expect(isRunning(b ?? 0)).toBe(false), patience)
  })

  it('[R8] [R17] has at most eight of them: the one idle longest makes room, and no caller is refused', async () => {
    const engine = await startTestEngine({ one: dedicated })
    const keys = Array.from({ length: 12 }, (_, index) => `caller ${index}`)
    const made = await Promise.all(keys.map((key) => pid(engine, 'one', callerOf(key))))
    expect(new Set(made).size).toBe(12)
    expect(made.filter(isRunning).length).toBeLessThanOrEqual(8)
    await engine.close()
    expect(made.filter(isRunning)).toEqual([])
  }, 60_000)

  it('[R8] asks each caller through its own process, however many are asked at once', async () => {
    const engine = await startTestEngine({ one: { launch: testServer('asking'), sessions: 'dedicated' } })
    const answers = await Promise.all(
      [0, 1, 2].map((place) => text(engine, 'one', 'elicit', callerOf(`caller ${place}`, `colour ${place}`))),
    )
    expect(answers.map((answer) => (JSON.parse(answer) as { content: unknown }).content)).toEqual(
      [0, 1, 2].map((place) => ({ colour: `colour ${place}` })),
    )
    expect(engine.registry.get('one').asksCallers).toBe(false)
  })
})

it.each(['auto', 'project'] as const)(
  '[R8] sessions: %s: a server that has asked several callers gets one call at a time, also after a restart',
  async (sessions) => {
    const ports = testPorts(await temporaryFolder())
    const first = await createEngine(ports)
    onTestFinished(() => first.close())
    await first.servers.add(newServer.parse({ name: 'one', launch: testServer('asking'), sessions }))
    await first.registry.use({ kind: 'all' })
    const ask = (engine: Engine, place: number) =>
      text(engine, 'one', 'elicit', callerOf(`caller ${place}`, `colour ${place}`))
    const colours = async (engine: Engine) =>
      (await Promise.all([0, 1, 2].map((place) => ask(engine, place)))).map((answer) => /colour \d/.exec(answer)?.[0])
    // The limit of one call at a time applies only once the server has asked. Until then, all calls share the server.
    await Promise.all([0, 1].map((place) => text(first, 'one', 'quiet', callerOf(`caller ${place}`))))
    expect(first.registry.get('one').asksCallers).toBe(false)
    await ask(first, 2)
    expect(first.registry.get('one')).toMatchObject({ asksCallers: true, concurrency: 16 })
    expect(await colours(first)).toEqual(['colour 0', 'colour 1', 'colour 2'])
    await first.close()
    const second = await createEngine(ports)
    onTestFinished(() => second.close())
    expect(await colours(second)).toEqual(['colour 0', 'colour 1', 'colour 2'])
  },
)
