import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { restingState } from '#test/integration/badInput/besideEcho'
import { besideExcess, wires } from '#test/integration/excess/besideExcess'

const megabyte = 1024 * 1024

/** Returns the size of the heap after garbage collection. */
function usedMegabytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let time = 0; time < 3; time += 1) collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / megabyte
}

describe.each(wires)('over %s, data beyond the limit is released', (wire) => {
  it.each(['name', 'description', 'key'])('[R17] definitions with 20 MB in their %s, in four lists', async (of) => {
    const before = usedMegabytes()
    const besides = await besideExcess(wire, { name: 'definition', size: 20, of })
    expect(await restingState(besides)).toMatchObject({ kind: 'ready' })
    await expect
      .poll(() => besides.engine.registry.view({ kind: 'server', slug: 'bad' })?.resources.templates.entries.length)
      .toBe(2)
    // Each of the four lists alone would exceed 20 MB. An engine needs far less.
    await expect.poll(() => usedMegabytes() - before, { timeout: 10_000 }).toBeLessThan(20)
    await besides.neighbourAnswers()
  })
})

it('[R17] calls to a process that reads nothing do not pile up in front of it', async () => {
  // Only one call runs at a time, but a timed-out call frees its slot soon. So more calls are written to the server
  // than it could have at the same time.
  const besides = await besideExcess(
    'stdio',
    { name: 'deaf' },
    { settings: { timeoutMs: 1_000, concurrency: 1 }, budgets: { 5_000: 50 } },
  )
  await besides.outcome('fine')
  expect(await besides.outcome()).toMatchObject({ code: 'CALL_TIMED_OUT' })
  const outcomes: unknown[] = []
  for (let count = 0; count < 6; count += 1)
    outcomes.push(await besides.outcome('fine', { text: 'x'.repeat(20 * megabyte) }))
  expect(outcomes.slice(0, 3)).toMatchObject([1, 2, 3].map(() => ({ code: 'CALL_TIMED_OUT' })))
  expect(outcomes.at(-1)).toMatchObject({
    code: 'SERVER_UNAVAILABLE',
    message: expect.stringContaining('is not reading its input') as string,
  })
  await besides.neighbourAnswers()
})
