/** The machine's time is changed while servers are running and calls are under way. */
import { expect, test, vi } from 'vitest'
import { newAccessClient } from '#contract/clients/access'
import { answer } from '#contract/question'
import { systemClock } from '#engine/clock'
import type { Clock } from '#engine/ports'
import type { Caller } from '#engine/router/call'
import { patience } from '#test/support/patience'
import { startTestEngine, testServer } from '#test/support/testEngine'

const dayMs = 86_400_000
const all = { kind: 'all' } as const
const caller: Caller = { key: 'test', capabilities: {}, ask: null }

function settableClock(): Clock & { jump(ms: number): void } {
  let aheadMs = 0
  return { ...systemClock, now: () => systemClock.now() + aheadMs, jump: (ms) => void (aheadMs += ms) }
}

test.each([dayMs, -dayMs])(
  'a clock jump of %i ms ends no call, no server, no question and no client',
  async (jumpMs) => {
    const clock = settableClock()
    const engine = await startTestEngine(
      { echo: { launch: testServer('echo') }, files: { launch: testServer('changing') } },
      { clock },
    )
    await engine.registry.use(all)
    const { id: clientId } = await engine.access.create(newAccessClient.parse({ name: 'Cursor' }))
    const { token } = await engine.access.createToken(clientId)
    const call = (name: string, args: unknown, more: Partial<Caller> = {}) =>
      engine.router.callTool(all, { params: { name, arguments: args }, caller: { ...caller, ...more } })
    let progress = 0
    const slow = engine.router.callTool(all, {
      params: { name: 'slow', arguments: { ms: 1_000 }, _meta: { progressToken: 1 } },
      caller,
      onNotification: () => void (progress += 1),
    })
    const asked = call('write', { path: '/a', text: 'x' }, { approval: 'all', conversationId: 'c1' })
    await vi.waitFor(() => expect([progress > 0, engine.questions.list().length]).toEqual([true, 1]), patience)
    clock.jump(jumpMs)
    await expect(slow).resolves.toBeDefined()
    clock.jump(-2 * jumpMs)
    expect(await call('echo', { text: 'after' })).toMatchObject({ content: [{ text: 'after' }] })
    const [question] = engine.questions.list()
    engine.questions.answer(question?.id ?? '', answer.parse({ kind: 'allow' }))
    await expect(asked).resolves.toBeDefined()
    expect(engine.access.grantOf(token)).not.toBeNull()
    expect(engine.registry.list().map(({ slug, state }) => [slug, state.kind])).toEqual([
      ['echo', 'ready'],
      ['files', 'ready'],
    ])
    const { calls } = await engine.records.list({ limit: 10 })
    const durations = await Promise.all(calls.map(async ({ id }) => (await engine.records.get(id)).durationMs ?? -1))
    expect(durations.filter((ms) => ms < 0 || ms > 60_000)).toEqual([])
  },
)
