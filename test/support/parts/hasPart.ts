/**
 * Whether a part is available to the tests of a file. Missing parts were tried before the first test: nothing installs here.
 */
import { inject } from 'vitest'
import type { PartName } from '#test/support/parts/parts'

/** False, reported in one line, when the part is missing; with `CI=true` that is an error, because nothing is skipped there. */
export function hasPart(name: PartName): boolean {
  const reason = inject('missingParts')[name]
  if (reason === undefined) return true
  const message = `not tested here: ${reason}`
  if (process.env['CI'] === 'true') throw new Error(message)
  console.warn(message)
  return false
}
