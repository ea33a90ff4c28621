import { expect, test } from 'vitest'
import { nameHint } from '#renderer/features/projects/nameHint.ts'

const work = { id: 'w', name: 'Work', formerNames: ['Job'] }
const play = { id: 'p', name: 'Play', formerNames: [] }

test.each([
  ['a new name for a new project', null, 'Other', []],
  ['its current name', work, ' Work ', []],
  ['nothing', work, ' ', []],
  ['a different name', work, 'Trade', ['still use the address of Work']],
  ['a former name of its own', work, 'Job', ['still use the address of Work']],
  ['a former name of another project', play, 'Job', ['still use the address of Play', 'Work was called Job before']],
  ['a former name of another project, for a new project', null, 'Job', ['Work was called Job before']],
] as const)('the effect of a name on clients is shown before it is saved: %s', (_, project, typed, said) => {
  const hint = nameHint(project, typed, [work, play]) ?? ''
  expect(hint === '').toBe(said.length === 0)
  for (const words of said) expect(hint).toContain(words)
})
