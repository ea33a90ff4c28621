import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')

/** A program that runs in a process of its own, because a test runner allocates all the time. */
const program = `
  const { collectOnceIdle } = await import('#main/host/startGarbage')
  const { getHeapSpaceStatistics } = await import('node:v8')
  const size = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
  const kept = []
  for (let made = 0; made < 3_000_000; made += 1) kept[made % 200_000] = { made }
  kept.length = 0
  const before = size()
  collectOnceIdle()
  const busyUntil = performance.now() + 1_500
  while (performance.now() < busyUntil);
  await new Promise((resolve) => setTimeout(resolve, 100))
  const busy = size()
  const deadline = performance.now() + 20_000
  while (size() >= before / 4 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
  console.log(JSON.stringify({ before, busy, idle: size(), hasGc: typeof gc }))
`

test('an idle process returns the space that its start took, and a busy one is not stopped for that', () => {
  const words = ['--input-type=module', '-e', program]
  const { before, busy, idle, hasGc } = JSON.parse(
    execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8' }),
  )
  expect(before).toBeGreaterThan(4_000_000)
  expect(busy).toBe(before)
  expect(idle).toBeLessThan(before / 4)
  // The function must not stay within reach of other code.
  expect(hasGc).toBe('undefined')
})
