import { expect, it } from 'vitest'
import { storedRun } from '#engine/chat/runs/runOwner'

it.each([
  ['idle', { isRunning: false, runEngine: null, runUntil: 0 }],
  ['idle', { isRunning: false, runEngine: 'other', runUntil: 200 }],
  // Our own, and we do not run it: we died in it, however long the lease goes on.
  ['interrupted', { isRunning: true, runEngine: 'own', runUntil: 200 }],
  ['elsewhere', { isRunning: true, runEngine: 'other', runUntil: 101 }],
  ['interrupted', { isRunning: true, runEngine: 'other', runUntil: 100 }],
  // From before there were owners.
  ['interrupted', { isRunning: true, runEngine: null, runUntil: 0 }],
] as const)('a run is %s when the store says %j', (expected, row) => {
  expect(storedRun(row, 'own', 100)).toBe(expected)
})
