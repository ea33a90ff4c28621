import { expect, it } from 'vitest'
import { SharedWork } from '#engine/structures/sharedWork'

/** Work whose ends the test decides. */
function startable() {
  const started: { readonly signal: AbortSignal; readonly end: (result: string) => void }[] = []
  const work = new SharedWork((signal) => new Promise<string>((end) => void started.push({ signal, end })))
  return { work, started }
}

it('starts once for callers at the same time, and again afterwards', async () => {
  const { work, started } = startable()
  const both = Promise.all([work.join(undefined), work.join(undefined)])
  started[0]?.end('first')
  expect(await both).toEqual(['first', 'first'])
  const later = work.join(undefined)
  started[1]?.end('second')
  expect(await later).toBe('second')
  expect(started).toHaveLength(2)
})

/** Catches a page that is closed and cancels the request that others wait for. */
it('goes on for the others if a caller leaves', async () => {
  const { work, started } = startable()
  const leaving = new AbortController()
  const left = work.join(leaving.signal)
  const staying = work.join(undefined)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(started[0]?.signal.aborted).toBe(false)
  started[0]?.end('result')
  expect(await staying).toBe('result')
})

/** Catches an abandoned request that keeps the process from exiting. */
it('is cancelled when the last caller leaves, and starts again for the next', async () => {
  const { work, started } = startable()
  const leaving = new AbortController()
  const left = work.join(leaving.signal)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(started[0]?.signal.aborted).toBe(true)
  void work.join(undefined)
  expect(started).toHaveLength(2)
})

it('does not start for a caller that has already left', async () => {
  const { work, started } = startable()
  await expect(work.join(AbortSignal.abort(new Error('left')))).rejects.toThrow('left')
  expect(started).toHaveLength(0)
})

it('starts again after it was renewed, and callers from before get the former result', async () => {
  const { work, started } = startable()
  const before = work.join(undefined)
  work.renew()
  const after = work.join(undefined)
  started[1]?.end('new')
  started[0]?.end('former')
  expect(await before).toBe('former')
  expect(await after).toBe('new')
})

/** Catches a failure that is kept for later callers. */
it('rejects for all callers if it fails, and then starts again', async () => {
  let starts = 0
  const work = new SharedWork(async () => {
    starts += 1
    throw new Error('failed')
  })
  const outcomes = await Promise.allSettled([work.join(undefined), work.join(undefined)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(work.join(undefined)).rejects.toThrow('failed')
  expect(starts).toBe(2)
})
