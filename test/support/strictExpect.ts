/**
 * Makes a pattern never equal a text. `toMatchObject` would take a RegExp for an object without properties, which every
 * text matches. So `{ message: /x/ }` proved nothing. Use `expect.stringMatching(/x/)` instead.
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
