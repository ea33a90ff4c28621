import { expect, test } from 'vitest'
import { ListReadiness } from '#engine/gateway/lists/listReadiness'
import { manualClock } from '#test/support/manualClock'
import { recordingLog } from '#test/support/recordingLog'

const scope = { kind: 'all' } as const

function deferred() {
  let resolve = (): void => undefined
  let reject = (_error: Error): void => undefined
  const promise = new Promise<void>((settle, fail) => {
    resolve = settle
    reject = fail
  })
  return { promise, resolve, reject }
}

function setUp() {
  const clock = manualClock()
  const log = recordingLog()
  const started = deferred()
  let uses = 0
  const views = {
    projectId: () => null,
    view: () => null,
    onViewsChanged: () => () => undefined,
    use: () => {
      uses += 1
      return started.promise
    },
  }
  const readiness = new ListReadiness(views, clock, log, 2000)
  const state = async (wait: Promise<void>) =>
    await Promise.race([wait.then(() => 'done'), new Promise((resolve) => setImmediate(() => resolve('waiting')))])
  return { clock, log, started, readiness, state, uses: () => uses }
}

/** Catches a server that hangs while it is starting and delays every client's list. */
test('a list waits at most 2 s for starting servers, and later lists do not wait', async () => {
  const { clock, readiness, state, uses } = setUp()
  const first = readiness.wait(scope)
  const beside = readiness.wait(scope)
  clock.advance(1999)
  expect(await state(first)).toBe('waiting')
  clock.advance(1)
  expect([await state(first), await state(beside)]).toEqual(['done', 'done'])
  expect(await state(readiness.wait(scope))).toBe('done')
  expect(uses()).toBe(1)
})

test('once the servers have started, the list is sent at once, and a later list requests their start again', async () => {
  const { clock, readiness, started, state, uses } = setUp()
  const waiting = readiness.wait(scope)
  started.resolve()
  await waiting
  expect(clock.waiting).toBe(0)
  expect(await state(readiness.wait(scope))).toBe('done')
  expect(uses()).toBe(2)
})

test('a start that fails is logged, and the list is still sent', async () => {
  const { log, readiness, started } = setUp()
  const waiting = readiness.wait(scope)
  started.reject(new Error('no such command'))
  await waiting
  expect(log.entries).toMatchObject([{ level: 'warn', fields: { error: 'no such command' } }])
})
