/**
 * Browser tests must not go back or reload too soon. A dialog that closes takes its step out of the history a moment
 * later: Back pressed before that repeats this step, and a reload before that never ends. Both have made tests fail in
 * CI.
 */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

test('browser tests go back and reload by `goBack` and `reload`, which wait for the history', () => {
  const files = listFiles('test/e2e').filter((file) => file.endsWith('.ts') && !file.endsWith('/pageActions.ts'))
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter((file) => /\.(?:goBack|reload)\(\)/.test(readText(file)))).toEqual([])
})
