import { expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import { CallFiler } from '#engine/records/callFiler'
import type { JournalBatch } from '#engine/records/journalText'
import type { CallBatch } from '#engine/store/calls/callStore'
import { manualClock } from '#test/support/manualClock'
import { recordingLog } from '#test/support/recordingLog'

const perBatch = 1_000

function makeFiler() {
  const clock = manualClock()
  const log = recordingLog()
  const lying: JournalBatch[] = []
  const filed: string[] = []
  const work: Promise<unknown>[] = []
  let refuse: (batch: CallBatch) => Error | null = () => null
  let onPause = () => {}
  const filer = new CallFiler({
    journal: {
      get bytes() {
        return lying.length * perBatch
      },
      next: async () => lying[0] ?? null,
      removeNext: async () => (lying.shift() === undefined ? 0 : perBatch),
    },
    store: {
      async write(batch) {
        const refusal = refuse(batch)
        if (refusal !== null) throw refusal
        filed.push(...batch.calls.map((call) => call.id))
      },
    },
    background: { run: (_what, task) => void work.push(task()) },
    pause: async () => onPause(),
    clock,
    log,
  })
  const add = (...ids: string[]) => lying.push({ runs: [], calls: ids.map((id) => ({ id }) as CallBatch['calls'][0]) })
  return {
    filer,
    clock,
    log,
    lying,
    filed,
    add,
    storm: () => filer.came(1_000_000),
    settled: async () => {
      for (let count = -1; count !== work.length; await Promise.all(work)) count = work.length
    },
    whenRefusing: (rule: typeof refuse) => (refuse = rule),
    whenPausing: (action: () => void) => (onPause = action),
  }
}

test('while few calls are arriving, they are filed at once', async () => {
  const { filer, add, filed, settled, clock } = makeFiler()
  clock.advance(1_000)
  add('a')
  filer.came(1)
  await settled()
  expect(filed).toEqual(['a'])
  expect(clock.waiting).toBe(0)
})

test('filing waits until a storm of calls is over', async () => {
  const { add, filed, settled, clock, storm } = makeFiler()
  add('a')
  storm()
  clock.advance(100)
  add('b')
  storm()
  clock.advance(150)
  await settled()
  expect(filed).toEqual([])
  clock.advance(250)
  await settled()
  expect(filed).toEqual(['a', 'b'])
})

test('[R23] a reader gets all earlier calls even in a storm, and does not wait for later ones', async () => {
  const { filer, add, filed, lying, storm, whenPausing, clock } = makeFiler()
  for (const id of ['a', 'b', 'c']) add(id)
  storm()
  whenPausing(() => {
    clock.advance(300)
    add('later')
    storm()
  })
  await filer.fileAll()
  expect(filed).toEqual(['a', 'b', 'c'])
  expect(lying.length).toBeGreaterThan(0)
})

test('background filing is postponed when a storm begins', async () => {
  const { filer, add, filed, storm, whenPausing, clock, settled } = makeFiler()
  clock.advance(1_000)
  for (const id of ['a', 'b', 'c', 'd']) add(id)
  whenPausing(() => {
    storm()
    clock.advance(250)
  })
  filer.came(1)
  await settled()
  expect(filed).toEqual(['a', 'b'])
})

test('while the store is down nothing is lost or logged twice, and filing resumes by itself', async () => {
  const { filer, add, filed, whenRefusing, clock, settled, log } = makeFiler()
  clock.advance(1_000)
  whenRefusing(() => new AppError('STORE_UNREADABLE', 'it is down'))
  add('a')
  filer.came(1)
  await settled()
  clock.advance(3_000)
  await settled()
  expect(filed).toEqual([])
  whenRefusing(() => null)
  clock.advance(1_000)
  await settled()
  expect(filed).toEqual(['a'])
  expect(log.entries).toMatchObject([{ level: 'warn', fields: { reason: 'it is down' } }])
})

test('a call that the database always refuses does not block the others', async () => {
  const { filer, add, filed, lying, whenRefusing, log } = makeFiler()
  whenRefusing(({ calls }) => (calls.some((call) => call.id === 'poison') ? new Error('refused') : null))
  add('a', 'poison', 'b')
  add('c')
  await filer.fileAll()
  expect(filed).toEqual(['a', 'b', 'c'])
  expect(lying).toEqual([])
  expect(log.entries).toMatchObject([{ level: 'error', fields: { call: 'poison' } }])
})

test('an outage in the middle of a batch that is filed call by call loses no calls', async () => {
  const { filer, add, filed, lying, whenRefusing } = makeFiler()
  whenRefusing(({ calls }) => {
    if (calls.length > 1) return new Error('refused')
    return calls[0]?.id === 'b' ? new AppError('STORE_UNREADABLE', 'it is down') : null
  })
  add('a', 'b')
  await filer.fileAll()
  expect(lying).toHaveLength(1)
  whenRefusing(() => null)
  await filer.fileAll()
  expect(filed).toEqual(['a', 'a', 'b'])
})

test('closing files the remaining calls, and logs what must wait for the next start', async () => {
  const { filer, add, filed, whenRefusing, clock, log } = makeFiler()
  add('a')
  await filer.close()
  expect(filed).toEqual(['a'])
  whenRefusing(() => new AppError('STORE_UNREADABLE', 'it is down'))
  add('b')
  await filer.close()
  expect(log.entries.at(-1)).toMatchObject({ level: 'warn', fields: { bytes: perBatch } })
  expect(clock.waiting).toBe(0)
})
