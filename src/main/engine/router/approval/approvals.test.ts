import { describe, expect, it } from 'vitest'
import type { AnswerInput } from '#contract/question'
import { answer as answerSchema } from '#contract/question'
import type { EngineSettings } from '#contract/setting'
import type { ToolDefinition } from '#engine/policies/toolCheck'
import { Decisions } from '#engine/questions/decisions'
import { Questions } from '#engine/questions/questions'
import { Approvals } from '#engine/router/approval/approvals'
import type { Caller } from '#engine/router/call'
import { type MadeCall, RouterBench, timeoutMs } from '#test/support/routerBench'

const definition = (description: string, annotations: object = {}): ToolDefinition => ({
  name: 'tool',
  description,
  inputSchema: { type: 'object' },
  annotations,
})
const chat: Partial<Caller> = { approval: 'notReadOnly', conversationId: 'c' }
const client: Partial<Caller> = { approval: 'notReadOnly' }

/** Makes a router with everything that asks people, in front of scripted servers. A list replaces the store on disk. */
async function benchOf(size: number) {
  const written: string[] = []
  const store = {
    list: () => Promise.resolve([]),
    firstUses: () => Promise.resolve([]),
    removeOrphans: () => Promise.resolve(),
    insert: ({ id }: { id: string }) => Promise.resolve(void written.push(id)),
    remove: (ids: readonly string[]) => Promise.resolve(void written.push(...ids.map((id) => `-${id}`))),
    keepFirstUse: () => Promise.resolve(),
    reprint: () => Promise.resolve(),
  }
  const settings = { changedTools: 'allow' as EngineSettings['changedTools'] }
  let id = 0
  const parts: { questions?: Questions; decisions?: Decisions; approvals?: Approvals } = {}
  const bench = new RouterBench(size, 10, (servers, clock) => {
    const common = { publish: () => undefined, clock, makeId: () => `id${++id}` }
    parts.questions = new Questions(common)
    parts.decisions = new Decisions({
      ...common,
      store,
      nativeId: 'native',
      slugOf: (serverId) => serverId,
      isOutdated: () => false,
      background: { run: (_what, work) => void work() },
    })
    const { questions, decisions } = parts
    parts.approvals = new Approvals({
      redact: (text) => text,
      servers: { ...servers, launchedBy: (slug) => ({ serverId: slug, launchedFor: '' }) },
      questions,
      decisions,
      settings: { current: settings, onChanged: () => undefined },
    })
    return parts.approvals
  })
  for (const server of bench.servers) {
    server.connection.start()
    bench.definitions.set(server.slug, definition('does'))
  }
  await bench.settle()
  const { questions, decisions, approvals } = parts as Required<typeof parts>
  const settle = async (given: AnswerInput) => {
    const [first] = questions.list()
    questions.answer(first?.id ?? '', answerSchema.parse(given))
    await bench.settle()
  }
  const make = async (tool: string, more: Partial<Caller> = chat): Promise<MadeCall> => {
    const made = bench.call({ tool, caller: 'a', more })
    await bench.settle()
    return made
  }
  const received = () => bench.servers.map((server) => server.received)
  return { bench, questions, decisions, approvals, settle, make, received, written }
}
const refused = { code: 'CALL_REFUSED' }

describe('Approvals', () => {
  it('cost nothing for a caller without approval, until there is a denial that could concern any caller', async () => {
    const { approvals, decisions, make, settle } = await benchOf(1)
    const plain: Caller = { key: 'a', capabilities: {}, ask: null }
    expect(approvals.concern(plain)).toBe(false)
    expect(approvals.concern({ ...plain, approval: 'none' })).toBe(false)
    expect(approvals.concern({ ...plain, approval: 'all' })).toBe(true)
    await make('s0')
    await settle({ kind: 'deny', remember: 'always' })
    expect(approvals.concern(plain)).toBe(true)
    await decisions.remove(decisions.list()[0]?.id ?? '')
    expect(approvals.concern(plain)).toBe(false)
  })

  it("pause a call's timeout while a person decides, and give the call its full time afterwards", async () => {
    const { bench, make, settle, received } = await benchOf(1)
    const made = await make('s0')
    bench.clock.advance(3_600_000 * 2)
    expect(made.outcomes).toEqual([])
    expect(received()).toEqual([0])
    await settle({ kind: 'allow' })
    expect(received()).toEqual([1])
    bench.clock.advance(timeoutMs - 1_000)
    expect(made.outcomes).toEqual([])
    bench.clock.advance(2_000)
    await bench.settle()
    expect(made.outcomes).toMatchObject([{ error: { code: 'CALL_TIMED_OUT' } }])
  })

  it("refuse a client's call if no person answers within two minutes, and do not send it later", async () => {
    const { bench, questions, make, received } = await benchOf(1)
    await questions.attend(undefined).next()
    const made = await make('s0', client)
    const [open] = questions.list()
    bench.clock.advance(120_000)
    await bench.settle()
    expect(made.outcomes).toMatchObject([{ error: refused }])
    expect(() => questions.answer(open?.id ?? '', answerSchema.parse({ kind: 'allow' }))).toThrow(/already answered/)
    await bench.settle()
    expect(received()).toEqual([0])
  })

  it('delay no other call by the same caller, and hold no slot of the server', async () => {
    const { bench, make, settle } = await benchOf(1)
    const waiting = await make('s0')
    const other = await make('s0', {})
    bench.servers[0]?.answer(bench.servers[0].calls[0]!, { result: { nonce: other.nonce } })
    await bench.settle()
    expect(other.outcomes).toEqual([{ result: { nonce: other.nonce } }])
    expect(waiting.outcomes).toEqual([])
    await settle({ kind: 'deny' })
  })

  it('[R18] are needed for each member of a group, because its tools only look alike', async () => {
    const { bench, questions, decisions, make, settle, received } = await benchOf(2)
    bench.addRoute('shared', 'group', ['s0', 's1'])
    await make('s0')
    await settle({ kind: 'allow', remember: 'always' })
    await make('shared')
    expect(questions.list()).toMatchObject([{ body: { tool: { server: 's1', publicName: 'shared' } } }])
    await settle({ kind: 'allow', remember: 'always' })
    expect(decisions.list().map(({ server }) => server)).toEqual(['s0', 's1'])
    for (let round = 0; round < 4; round++) await make('shared')
    expect(questions.list()).toEqual([])
    expect(received().reduce((sum, count) => sum + count)).toBe(6)
  })

  it("[R18] refuse a group's call if one member is denied", async () => {
    const { bench, make, settle, received } = await benchOf(2)
    bench.addRoute('shared', 'group', ['s0', 's1'])
    await make('s1')
    await settle({ kind: 'deny', remember: 'always' })
    const made = await make('shared')
    expect(made.outcomes).toMatchObject([{ error: refused }])
    expect(received()).toEqual([0, 0])
  })

  it('replace an earlier decision about the same subject', async () => {
    const { decisions, make, settle, written } = await benchOf(1)
    await make('s0')
    await settle({ kind: 'allow', remember: 'conversation' })
    const [first] = decisions.list()
    decisions.remember({ ...decisions.about('s0', 'tool')[0]!, effect: 'deny', seen: null })
    const [second] = decisions.list()
    await decisions.remove(second?.id ?? '')
    expect(decisions.list()).toEqual([])
    expect(written).toEqual([first?.id, `-${first?.id}`, second?.id, `-${second?.id}`])
  })
})

const readOnly = { readOnlyHint: true }
const careless = { trusted: true, retry: 'read-only' } as const

/**
 * Catches a call that is made twice although the first one may have changed something, and a call that fails
 * needlessly.
 */
describe('a call to a group that is lost after it was sent', () => {
  it.each<[string, object, object, boolean]>([
    [
      '[R20] [R21] is made again if the servers are trusted, the tool is read-only and the group allows it',
      careless,
      readOnly,
      true,
    ],
    ['[R21] is not made again if the group has no retry setting', { trusted: true }, readOnly, false],
    ['[R21] is not made again if the group forbids it', { trusted: true, retry: 'never' }, readOnly, false],
    ['[R21] is not made again if the servers are untrusted', { retry: 'read-only' }, readOnly, false],
    ['[R21] is not made again if the tool may change something', careless, { readOnlyHint: false }, false],
    ['[R21] is not made again if the tool has no annotations', careless, {}, false],
  ])('%s', async (_title, row, annotations, isMadeAgain) => {
    const { bench, make, received } = await benchOf(2)
    bench.addRoute('shared', 'group', ['s0', 's1'])
    for (const { slug } of bench.servers) {
      bench.setRow(slug, row)
      bench.definitions.set(slug, definition('reads', annotations))
    }
    const made = await make('shared', {})
    expect(received()).toEqual([1, 0])
    bench.servers[0]?.die()
    await bench.settle()
    expect(received()).toEqual([1, isMadeAgain ? 1 : 0])
    if (isMadeAgain) bench.servers[1]?.answer(bench.servers[1].calls[0]!, { result: { nonce: made.nonce } })
    await bench.settle()
    expect(made.outcomes).toMatchObject([
      isMadeAgain ? { result: { nonce: made.nonce } } : { error: { code: 'SERVER_LOST' } },
    ])
  })

  it('[R21] is made again only once, and only by a member that is also trusted', async () => {
    const { bench, make, received } = await benchOf(3)
    bench.addRoute('shared', 'group', ['s0', 's1', 's2'])
    for (const { slug } of bench.servers) {
      bench.setRow(slug, slug === 's1' ? { retry: 'read-only' } : careless)
      bench.definitions.set(slug, definition('reads', readOnly))
    }
    const made = await make('shared', {})
    bench.servers[0]?.die()
    await bench.settle()
    expect(received()).toEqual([1, 0, 1])
    bench.servers[2]?.die()
    await bench.settle()
    expect(made.outcomes).toMatchObject([{ error: { code: 'SERVER_LOST' } }])
    expect(received()).toEqual([1, 0, 1])
  })
})
