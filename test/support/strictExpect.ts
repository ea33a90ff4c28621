/**
 * A pattern never equals a text. `toMatchObject` would take a RegExp for an object without properties, which every text
 * matches, so `{ message: /x/ }` proved nothing: `expect.stringMatching(/x/)` does.
 */
import { expect } from 'vitest'

const key = Symbol.for('switchboard.strictExpect')
const workers: Record<symbol, true | undefined> = globalThis

// Test files that share a process share its testers, too.
if (workers[key] === undefined) {
  workers[key] = true
  expect.addEqualityTesters([
    (received: unknown, expected: unknown) =>
      typeof received === 'string' && expected instanceof RegExp ? false : undefined,
  ])
}
