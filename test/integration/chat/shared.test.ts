/** Two engines on one database. A conversation runs in one of them, and the other shows it without touching it. */
import { expect, test } from 'vitest'
import type { Message } from '#contract/chat/chat'
import type { AppError } from '#contract/errors'
import { systemClock } from '#engine/clock'
import type { Clock } from '#engine/ports'
import { ended, startConversation, until } from '#test/support/chatRuns'
import { deferred } from '#test/support/deferred'
import { type MessagesApi, say, startMessagesApi } from '#test/support/messagesApi'
import { findPostgres } from '#test/support/postgres'
import { startTestEngine } from '#test/support/testEngine'

const postgres = findPostgres()

const renewMs = 15_000
const leaseMs = 60_000

/**
 * Returns a clock that is `aheadMs` ahead, so that leases seem older, and on which an engine renews its leases every
 * `renewAfterMs`.
 */
function oddClock(aheadMs: number, renewAfterMs: number = renewMs): Clock {
  return {
    now: () => systemClock.now() + aheadMs,
    elapsed: () => systemClock.elapsed(),
    after: (delayMs, callback) => systemClock.after(delayMs === renewMs ? renewAfterMs : delayMs, callback),
  }
}

/** Starts a model endpoint whose first answer is held until the test releases it. */
async function heldApi(): Promise<{ api: MessagesApi; begun: Promise<void>; goOn: () => void }> {
  const begun = deferred()
  const held = deferred()
  const open = () => {
    begun.resolve()
    return held.promise
  }
  const api = await startMessagesApi((_request, number) =>
    number === 0 ? { blocks: [say('First.')], gate: { before: 4, open } } : { blocks: [say(`Answer ${number}.`)] },
  )
  return { api, begun: begun.promise, goOn: () => held.resolve() }
}

const words = (messages: readonly Message[]) =>
  messages.map(({ blocks }) => blocks.map((block) => (block.kind === 'text' ? block.text : '')).join(''))

test.skipIf(postgres === null)(
  '[R32] a run on another engine is shown, cannot be sent to, and can be continued later',
  async () => {
    const { api, begun, goOn } = await heldApi()
    const databaseUrl = (await postgres?.createDatabase()) ?? null
    const common = { environment: api.environment, databaseUrl }
    const [first, second] = [await startTestEngine({}, common), await startTestEngine({}, common)]
    const id = await startConversation(first, 'go')
    await begun
    expect((await second.chat.get(id)).run).toEqual({ kind: 'elsewhere' })
    expect((await second.chat.list({ limit: 5 })).conversations).toMatchObject([{ run: { kind: 'elsewhere' } }])
    const refused = await Promise.allSettled([
      second.chat.send({ id, parts: [{ kind: 'text', text: 'me too' }] }),
      second.chat.resume({ id }),
      second.chat.stop(id),
      second.chat.remove(id),
    ])
    expect(refused.map((one) => one.status === 'rejected' && (one.reason as AppError).code)).toEqual(
      Array.from({ length: 4 }, () => 'CONFLICT'),
    )
    // The other engine can change fields that do not belong to the run, and the run does not revert them.
    await second.chat.update(id, { title: 'Named there' })
    const seen = until(second, id, ({ run }) => run.kind === 'idle')
    goOn()
    expect((await seen).title).toBe('Named there')
    expect(words(await ended(second, id))).toEqual(['go', 'First.'])
    await second.chat.send({ id, parts: [{ kind: 'text', text: 'and here' }] })
    await ended(second, id)
    expect(words(await ended(first, id))).toEqual(['go', 'First.', 'and here', 'Answer 1.'])
    expect((await first.chat.get(id)).title).toBe('Named there')
    await first.chat.send({ id, parts: [{ kind: 'text', text: 'back' }] })
    await ended(first, id)
    expect(api.seen.at(-1)?.body.messages).toHaveLength(5)
    await second.chat.remove(id)
    await expect(first.chat.get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  },
)

test.skipIf(postgres === null)('[R32] an engine that closes releases its runs to others at once', async () => {
  const { api, begun } = await heldApi()
  const databaseUrl = (await postgres?.createDatabase()) ?? null
  const common = { environment: api.environment, databaseUrl }
  const [first, second] = [await startTestEngine({}, common), await startTestEngine({}, common)]
  const id = await startConversation(first, 'go')
  await begun
  await first.close()
  expect((await second.chat.get(id)).run).toEqual({ kind: 'interrupted', toolUseIds: [] })
  await second.chat.resume({ id })
  expect(words(await ended(second, id))[1]).toContain('Answer 1.')
})

test.skipIf(postgres === null)(
  '[R32] an engine that is silent for too long loses its run, and does not continue the run when it is back',
  async () => {
    const { api, begun, goOn } = await heldApi()
    const databaseUrl = (await postgres?.createDatabase()) ?? null
    const common = { environment: api.environment, databaseUrl }
    const first = await startTestEngine({}, { ...common, clock: oddClock(0, 300) })
    const second = await startTestEngine({}, { ...common, clock: oddClock(leaseMs + renewMs) })
    const id = await startConversation(first, 'go')
    await begun
    // By the second engine's clock, the first engine has stopped renewing its lease.
    await second.chat.resume({ id })
    const [, answer] = words(await ended(second, id))
    await until(first, id, ({ run }) => run.kind === 'idle')
    goOn()
    expect(answer).toContain('Answer 1.')
    expect(words((await first.chat.messages(id, undefined, 10)).messages)).toEqual(['go', answer])
    expect(words((await second.chat.messages(id, undefined, 10)).messages)).toEqual(['go', answer])
  },
)
