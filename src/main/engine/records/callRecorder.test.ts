import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import { defaultEngineSettings } from '#contract/setting'
import { CallIds } from '#engine/records/callId'
import { CallRecorder, type CallRecorderOptions } from '#engine/records/callRecorder'
import { CallRowMaker } from '#engine/records/callRows'
import { Runs } from '#engine/records/runs'
import type { CallResult } from '#engine/router/call'
import type { CallFacts } from '#engine/router/recorder'
import type { JournalBatch } from '#engine/records/journalText'
import type { CallBatch } from '#engine/store/calls/callStore'
import { manualClock } from '#test/support/manualClock'
import { recordingLog } from '#test/support/recordingLog'

function makeRecorder(overrides: Partial<CallRecorderOptions> = {}) {
  const clock = manualClock()
  const log = recordingLog()
  const written: JournalBatch[] = []
  const stored: CallBatch[] = []
  const added: number[] = []
  const work: Promise<unknown>[] = []
  const pause = async () => undefined
  const ids = new CallIds(randomUUID)
  const recorder = new CallRecorder({
    journal: { append: async (batches) => void written.push(...batches) },
    onAdded: (calls) => void added.push(calls),
    store: { write: async (batch) => void stored.push(batch) },
    rows: new CallRowMaker({ files: { write: async () => undefined }, redact: (text) => text, pause, log }),
    ids,
    runs: new Runs(ids, 'engine'),
    settings: () => defaultEngineSettings,
    background: { run: (_what, task) => void work.push(task()) },
    pause,
    clock,
    log,
    ...overrides,
  })
  return { recorder, clock, log, written, stored, added, settled: () => Promise.all(work), work }
}

const facts = (name: string, startedAt: number): CallFacts => ({
  call: { params: { name, arguments: { n: name } }, caller: { key: 'test', capabilities: {}, ask: null } },
  startedAt,
  begunAt: startedAt,
  projectId: 'default',
  target: { slug: 'echo', toolName: name, projectId: 'default' },
  recordId: null,
  edited: false,
})
const result = { result: { content: [{ type: 'text', text: 'hi' }] } }
const names = (batches: readonly JournalBatch[]) => batches.map(({ calls }) => calls.map((row) => row.publicName))

test('[R23] a call does not wait for the disk; calls within 25 ms form one batch', async () => {
  const { recorder, clock, written, settled } = makeRecorder()
  recorder.settled(facts('a', clock.now()), result)
  clock.advance(24)
  recorder.settled(facts('b', clock.now()), { error: new AppError('CALL_TIMED_OUT', 'too late') })
  expect(written).toEqual([])
  clock.advance(1)
  await settled()
  expect(names(written)).toEqual([['a', 'b']])
  expect(written[0]?.runs).toHaveLength(1)
  expect(written[0]?.calls).toMatchObject([
    { status: 'succeeded', server: 'echo', arguments: '{"n":"a"}', durationMs: 0 },
    { status: 'failed', errorCode: 'CALL_TIMED_OUT', result: null },
  ])
})

test('calls that arrive while a batch is written go into the next batch, for which closing waits', async () => {
  const { recorder, clock, written, work } = makeRecorder()
  recorder.settled(facts('a', clock.now()), result)
  clock.advance(25)
  recorder.settled(facts('b', clock.now()), result)
  await Promise.all(work)
  expect(names(written)).toEqual([['a']])
  recorder.settled(facts('c', clock.now()), result)
  clock.advance(25)
  await Promise.all(work)
  recorder.settled(facts('d', clock.now()), result)
  await recorder.close()
  expect(names(written)).toEqual([['a'], ['b', 'c'], ['d']])
})

test('rows keep the order of their calls, whether their texts are short or long, each complete and redacted', async () => {
  const redact = (text: string) => text.replaceAll('hunter2hunter2', '[redacted]')
  const log = recordingLog()
  const pause = async () => undefined
  const rows = new CallRowMaker({ files: { write: async () => undefined }, redact, pause, log })
  const { recorder, clock, written } = makeRecorder({ rows })
  const lengths = [10, 200_000, 3_000, 5_000, 10]
  for (const length of lengths)
    recorder.settled(facts(`of ${length}`, clock.now()), { result: { text: `hunter2hunter2${'é'.repeat(length)}` } })
  await recorder.close()
  expect(names(written)).toEqual([lengths.map((length) => `of ${length}`)])
  for (const [place, length] of lengths.entries()) {
    const row = written[0]?.calls[place]
    expect(row?.result?.startsWith('{"text":"[redacted]é')).toBe(true)
    expect(row).toMatchObject({ resultBytes: 2 * length + 21, wholeResult: length === 200_000 })
  }
})

test('[R23] calls that the disk cannot take are written once it can, in order and only once', async () => {
  let isDown = true
  const written: JournalBatch[] = []
  const { recorder, clock, log, settled } = makeRecorder({
    journal: {
      async append(batches) {
        if (isDown) throw new Error('ENOSPC: no space left on device')
        written.push(...batches)
      },
    },
  })
  recorder.settled(facts('a', clock.now()), result)
  clock.advance(25)
  await settled()
  recorder.settled(facts('b', clock.now()), result)
  clock.advance(1_000)
  await settled()
  isDown = false
  clock.advance(1_000)
  await settled()
  expect(names(written)).toEqual([['a'], ['b']])
  expect(log.entries.filter(({ level }) => level === 'warn')).toHaveLength(1)
})

test('[R23] if too many calls are waiting, the oldest are dropped; the next row and the log say how many', async () => {
  const { recorder, clock, log, written, settled } = makeRecorder({ limits: { items: 2, weight: 1e9 } })
  for (const name of ['a', 'b', 'c', 'd']) recorder.settled(facts(name, clock.now()), result)
  clock.advance(25)
  await settled()
  expect(written[0]?.calls.map((row) => [row.publicName, row.droppedBefore])).toEqual([
    ['c', 2],
    ['d', 0],
  ])
  expect(log.entries).toMatchObject([{ level: 'warn', fields: { calls: 2 } }])
})

test('[R23] a heavy call that pushes out the calls to be written does not keep the recorder busy forever', async () => {
  let pushOut = () => {}
  const pause = async () => pushOut()
  const { recorder, clock, written, settled } = makeRecorder({ limits: { items: 10_000, weight: 1_000_000 }, pause })
  for (let number = 0; number < 110; number += 1) recorder.settled(facts('small', clock.now()), result)
  pushOut = () => {
    pushOut = () => {}
    recorder.settled(facts('heavy', clock.now()), { result: { text: 'x'.repeat(2_000_000) } })
  }
  clock.advance(25)
  await settled()
  expect(names(written).map((batch) => batch.length)).toEqual([100, 1])
})

test('[R23] a call recorded as begun is in the store before it is sent, and is finished under the same id', async () => {
  const { recorder, clock, stored, written } = makeRecorder()
  const begun = facts('chat', clock.now())
  const recordId = await recorder.begin(begun)
  expect(stored[0]?.calls).toMatchObject([{ id: recordId, status: 'running', durationMs: null, result: null }])
  recorder.settled({ ...begun, recordId }, result)
  await recorder.close()
  expect(written).toMatchObject([{ calls: [{ id: recordId, status: 'succeeded' }] }])
})

test('while recording is off no calls are kept, but a record that was begun before is finished', async () => {
  let recording: 'on' | 'off' = 'on'
  const { recorder, clock, stored, written } = makeRecorder({
    settings: () => ({ ...defaultEngineSettings, recording }),
  })
  const recordId = await recorder.begin(facts('chat', clock.now()))
  recording = 'off'
  recorder.settled(facts('quiet', clock.now()), result)
  expect(await recorder.begin(facts('other', clock.now()))).toBeNull()
  recorder.settled({ ...facts('chat', clock.now()), recordId }, result)
  await recorder.close()
  expect(stored).toHaveLength(1)
  expect(names(written)).toEqual([['chat']])
})

test('flushing puts all earlier settled calls into the journal, even while a batch is being written', async () => {
  const { recorder, clock, written, added } = makeRecorder()
  recorder.settled(facts('a', clock.now()), result)
  clock.advance(25)
  recorder.settled(facts('b', clock.now()), result)
  await recorder.flush()
  expect(names(written)).toEqual([['a'], ['b']])
  expect(added).toEqual([1, 1])
})

test('the result is serialised once for the record and for the answer, unless it is long', async () => {
  const { recorder, clock } = makeRecorder()
  const writtenFor = (value: CallResult) => {
    const written = { json: 'of before' }
    const asked = facts('a', clock.now())
    recorder.settled({ ...asked, call: { ...asked.call, written } }, { result: value })
    return written.json
  }
  expect(writtenFor({ content: [{ type: 'text', text: 'hi' }] })).toBe('{"content":[{"type":"text","text":"hi"}]}')
  expect(writtenFor({ text: 'x'.repeat(100_000) })).toBe('of before')
  // A replacement would reach the client as an answer that the server never gave.
  expect(writtenFor({ n: 1n })).toBeNull()
  await recorder.close()
})

test('closing writes all recorded calls, and logs how many could not be written', async () => {
  const down = { append: () => Promise.reject(new AppError('STORE_UNREADABLE', 'gone')) }
  const { recorder, clock, log } = makeRecorder({ journal: down })
  for (const name of ['a', 'b']) recorder.settled(facts(name, clock.now()), result)
  await recorder.close()
  expect(log.entries.at(-1)).toMatchObject({ level: 'error', fields: { calls: 2 } })
  expect(clock.waiting).toBe(0)
})
