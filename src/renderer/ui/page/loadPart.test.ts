/** Catches an aborted request that becomes an error on the page, and attempts without a pause or without an end. */
import { expect, test } from 'vitest'
import { loadPart } from '#renderer/ui/page/loadPart.ts'

/** A load that fails this many times, and the pauses before its retries. */
function failing(times: number) {
  let attempts = 0
  const pauses: number[] = []
  const load = () => {
    attempts += 1
    return attempts <= times
      ? Promise.reject(new Error(`attempt ${attempts} was aborted`))
      : Promise.resolve('the part')
  }
  const wait = (ms: number) => {
    pauses.push(ms)
    return Promise.resolve()
  }
  return { load, wait, pauses, attempts: () => attempts }
}

test('a part that loads is loaded once, without a pause', async () => {
  const { load, wait, pauses, attempts } = failing(0)
  expect(await loadPart(load, wait)).toBe('the part')
  expect({ attempts: attempts(), pauses }).toEqual({ attempts: 1, pauses: [] })
})

test.each([1, 2, 3])('a part that fails %i times is loaded after growing pauses', async (times) => {
  const { load, wait, pauses, attempts } = failing(times)
  expect(await loadPart(load, wait)).toBe('the part')
  expect(attempts()).toBe(times + 1)
  expect(pauses).toEqual([50, 200, 800].slice(0, times))
})

test('a part that always fails rejects with the last error, and is not requested any more', async () => {
  const { load, wait, attempts } = failing(Infinity)
  await expect(loadPart(load, wait)).rejects.toThrow('attempt 4 was aborted')
  expect(attempts()).toBe(4)
})
