import { expect, it } from 'vitest'
import { storedRun } from '#engine/chat/runs/runOwner'

it.each([
  ['idle', { isRunning: false, runEngine: null, runUntil: 0 }],
  ['idle', { isRunning: false, runEngine: 'other', runUntil: 200 }],
  // The lease is this engine's own, but nothing is running here: the engine died during the run, whatever the lease
  // says.
  ['interrupted', { isRunning: true, runEngine: 'own', runUntil: 200 }],
  ['elsewhere', { isRunning: true, runEngine: 'other', runUntil: 101 }],
  ['interrupted', { isRunning: true, runEngine: 'other', runUntil: 100 }],
  // The run was stored before runs had owners.
  ['interrupted', { isRunning: true, runEngine: null, runUntil: 0 }],
] as const)('a run is %s if the store says %j', (expected, row) => {
  expect(storedRun(row, 'own', 100)).toBe(expected)
})
