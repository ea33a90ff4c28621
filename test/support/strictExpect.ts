/**
 * Makes a RegExp never equal a string. `toMatchObject` would take a RegExp for an object without properties, which
 * every string matches, so `{ message: /x/ }` would prove nothing. Use `expect.stringMatching(/x/)` instead.
 */
import { expect } from 'vitest'

const key = Symbol.for('switchboard.strictExpect')
const workers: Record<symbol, true | undefined> = globalThis

// Test files that share a process also share its equality testers.
if (workers[key] === undefined) {
  workers[key] = true
  expect.addEqualityTesters([
    (received: unknown, expected: unknown) =>
      typeof received === 'string' && expected instanceof RegExp ? false : undefined,
  ])
}
