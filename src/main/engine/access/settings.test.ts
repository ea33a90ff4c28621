import { expect, test } from 'vitest'
import { changedClient, newClient } from '#engine/access/settings'

const facts = { id: 'c', now: 1, projectId: (name: string) => `id of ${name}` }

// Catches a client that sees or may do more than was configured.
test('a new client sees everything, needs no approval, and has the usual settings of its program', () => {
  expect(newClient({ name: 'Claude Code', projectId: 'work' }, facts)).toEqual({
    id: 'c',
    name: 'Claude Code',
    kind: 'claude-code',
    projectId: 'id of work',
    choice: { mode: 'except', servers: {} },
    approval: 'none',
    callsPerMinute: null,
    concurrency: null,
    maxNameLength: 46,
    search: false,
    createdAt: 1,
  })
})

// Catches a change that loses settings it does not mention, or cannot remove a limit.
test('a change sets exactly the fields it contains, including null', () => {
  const before = newClient({ name: 'script', projectId: 'work', callsPerMinute: 5 }, facts)
  const change = { id: 'c', callsPerMinute: null, search: true, name: undefined }
  expect(changedClient(before, change, facts.projectId)).toEqual({ ...before, callsPerMinute: null, search: true })
  expect(changedClient(before, { id: 'c', projectId: null }, facts.projectId).projectId).toBeNull()
  expect(changedClient(before, { id: 'c', projectId: 'home' }, facts.projectId).projectId).toBe('id of home')
})

// Catches names that are too long for a program that was recognised only later.
test('the name length follows the program, unless a person chose a length', () => {
  const script = newClient({ name: 'script' }, facts)
  expect(changedClient(script, { id: 'c', kind: 'cursor' }, facts.projectId).maxNameLength).toBe(46)
  const chosen = { ...script, maxNameLength: 30 }
  expect(changedClient(chosen, { id: 'c', kind: 'cursor' }, facts.projectId).maxNameLength).toBe(30)
  expect(changedClient(script, { id: 'c', kind: 'cursor', maxNameLength: 50 }, facts.projectId).maxNameLength).toBe(50)
})
