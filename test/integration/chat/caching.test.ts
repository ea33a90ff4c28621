/** Repeated requests have to begin the same way. Otherwise each costs as much as the first. */
import { expect, test } from 'vitest'
import { allowAll, ended } from '#test/support/chatRuns'
import { say, type SentRequest, startMessagesApi, use } from '#test/support/messagesApi'
import { startTestEngine, testServer } from '#test/support/testEngine'

/** Returns the parts of a request in the order in which a model reads them, without their cache marks. */
function partsOf({ tools = [], system = [], messages }: SentRequest): string[] {
  const plain = (value: unknown) =>
    JSON.stringify(value, (key, inner: unknown) => (key === 'cache_control' ? undefined : inner))
  const visible = tools.filter((tool) => tool['defer_loading'] !== true)
  return [
    ...visible.map(plain),
    ...system.map(plain),
    ...messages.flatMap(({ role, content }) => content.map((block) => `${role} ${plain(block)}`)),
  ]
}

function sharedLength(one: readonly string[], other: readonly string[]): number {
  let length = 0
  for (const [index, part] of other.entries()) {
    if (one[index] !== part) break
    length += part.length
  }
  return length
}

test.each(['anthropic', 'custom'] as const)(
  '[R32] with 200 tools over 10 turns, a restart and a search in between, at least 90% of what is sent was sent before (%s)',
  async (kind) => {
    const api = await startMessagesApi(({ body }, number) => {
      const results = body.messages.at(-1)?.content.some(({ type }) => type === 'tool_result') === true
      if (results) return { blocks: [say(`Done ${number}.`)] }
      const asked = String(body.messages.at(-1)?.content.at(-1)?.['text'])
      const search = body.tools?.find(({ name }) => name === 'find_tools') !== undefined
      expect(search).toBe(true)
      if (asked.startsWith('search')) return { blocks: [use(`s${number}`, 'find_tools', { query: 'extra_150' })] }
      const input = { text: 'x' }
      if (kind === 'anthropic') return { blocks: [use(`t${number}`, 'extra_150', input)] }
      return { blocks: [use(`t${number}`, 'call_tool', { name: 'extra_150', arguments: input })] }
    })
    const engine = await startTestEngine(
      { many: { launch: testServer('echo', '--tools', '200') } },
      { environment: kind === 'anthropic' ? api.environment : { PATH: process.env['PATH'] } },
    )
    if (kind === 'custom') await engine.modelSource.set({ kind, baseUrl: api.url, allowPlain: false })
    allowAll(engine)
    const { id } = await engine.chat.create({ title: '', model: 'claude-sonnet-5-5' })
    for (let turn = 0; turn < 10; turn += 1) {
      if (turn === 5) engine.registry.restart('many')
      const text = turn === 3 ? 'search for a tool' : `turn ${turn}: ${'words that fill a message '.repeat(20)}`
      await engine.chat.send({ id, parts: [{ kind: 'text', text }] })
      const message = (await ended(engine, id)).at(-1)
      expect(message).toMatchObject({ status: 'complete' })
      const call = message?.blocks.find((block) => block.kind === 'toolCall')
      expect(call).toMatchObject({
        status: 'succeeded',
        ...(turn === 3 ? {} : { publicName: 'extra_150', server: 'many' }),
      })
    }
    expect(api.seen).toHaveLength(20)
    const requests = api.seen.map(({ body }) => partsOf(body))
    let all = 0
    let before = 0
    for (const [index, parts] of requests.entries()) {
      all += parts.reduce((sum, part) => sum + part.length, 0)
      before += Math.max(0, ...requests.slice(0, index).map((earlier) => sharedLength(earlier, parts)))
    }
    expect(before / all).toBeGreaterThanOrEqual(0.9)
    // The cached part reaches to the end of the newest message, which is marked.
    expect(api.seen.at(-1)?.body.messages.at(-1)?.content.at(-1)).toHaveProperty('cache_control')
  },
  60_000,
)
