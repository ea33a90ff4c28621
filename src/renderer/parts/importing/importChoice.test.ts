import { expect, test } from 'vitest'
import type { ClientCandidate } from '#contract/clients/client'
import { importInput, isChosen, noChoices, withClash, withSelected } from '#renderer/parts/importing/importChoice.ts'

const candidate = (name: string, more: Partial<ClientCandidate> = {}): ClientCandidate => ({
  name,
  launch: { line: 'x', values: {}, cwd: null },
  enabled: true,
  problem: null,
  file: '',
  standing: 'new',
  needs: [],
  notes: [],
  clash: null,
  missing: null,
  ...more,
})
const clash = { server: 'b', freeName: 'b 2' }
const all = [
  candidate('a'),
  candidate('b', { clash }),
  candidate('c', { missing: 'npx' }),
  candidate('d', { standing: 'here' }),
  candidate('e', { problem: 'it has none' }),
]

test('new servers that can run are selected; those whose name is taken wait for a person', () => {
  expect(all.filter((one) => isChosen(noChoices, one)).map(({ name }) => name)).toEqual(['a'])
  const names = all.map(({ name }) => name)
  expect(importInput(withSelected(noChoices, names, true), all).names).toEqual(['a', 'b', 'c', 'd'])
  expect(importInput(withSelected(noChoices, names, false), all).names).toEqual([])
})

test('a clash is decided by renaming, with a name that is free, or by replacing; and choices survive reading the file again', () => {
  const ticked = withSelected(noChoices, ['b'], true)
  expect(importInput(ticked, all)).toEqual({ names: ['a', 'b'], rename: { b: 'b 2' }, replace: [] })
  const replaced = withClash(noChoices, 'b', { kind: 'replace' })
  expect(importInput(replaced, all)).toEqual({ names: ['a', 'b'], rename: {}, replace: ['b'] })
  // In another project the name is free.
  expect(importInput(replaced, [candidate('b')])).toEqual({ names: ['b'], rename: {}, replace: [] })
  const renamed = withClash(ticked, 'b', { kind: 'rename', name: ' mine ' })
  expect(importInput(renamed, all).rename).toEqual({ b: 'mine' })
})
