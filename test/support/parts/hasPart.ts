/**
 * Tells a file's tests whether a part is available. Missing parts were installed before the first test if possible;
 * nothing is installed here.
 */
import { inject } from 'vitest'
import type { PartName } from '#test/support/parts/parts'

/**
 * Returns false, and reports why in one line, if the part is missing. With `CI=true` that is an error, because CI skips
 * nothing.
 */
export function hasPart(name: PartName): boolean {
  const reason = inject('missingParts')[name]
  if (reason === undefined) return true
  const message = `not tested here: ${reason}`
  if (process.env['CI'] === 'true') throw new Error(message)
  console.warn(message)
  return false
}
