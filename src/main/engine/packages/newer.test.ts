import { expect, test } from 'vitest'
import { isNewer } from '#engine/packages/newer'

// Catches an update notice that offers an older version, or the version that is already running.
test.each([
  ['1.10.0', '1.9.9', true],
  ['1.9.9', '1.10.0', false],
  ['1.0.0', '1.0.0', false],
  ['1.0', '1.0.0', false],
  ['1.0.0', '1.0.0-beta.2', true],
  ['1.0.0-beta.2', '1.0.0', false],
  ['2025.1.14', '0.6.2', true],
  ['1!1.0', '9.0', true],
  ['1.0rc1', '1.0', false],
  ['1.0.0+build', '1.0.0', false],
])('%s is newer than %s: %s', (version, than, wanted) => {
  expect(isNewer(version, than)).toBe(wanted)
})
