/** Each reason is explained. A way to change it is offered only where one exists. */
import { describe, expect, test } from 'vitest'
import { hiddenReason } from '#contract/tools/sight'
import { hiddenWords, type Viewpoint, wayOut } from '#renderer/features/projects/sight/sightWords.ts'

const work = { id: 'work', name: 'Work' }
const cursor = { id: 'cursor', name: 'Cursor' }
const everywhere: Viewpoint = { project: null, client: null }

describe.each(hiddenReason.options)('%s', (reason) => {
  test('is one sentence, in one project or in all, for one client or for any', () => {
    for (const project of [work, null])
      for (const client of [cursor, null])
        expect(hiddenWords(reason, null, { project, client }, 'Git')).toMatch(/^[A-Z][^\n]*\.$/)
  })
})

test('a switched-off tool says where: in the project, or in every project', () => {
  expect(hiddenWords('serverOff', null, { ...everywhere, project: work }, 'Git')).toBe('Git is off in Work.')
  expect(hiddenWords('serverOff', null, everywhere, 'Git')).toBe('Git is off in every project that has it.')
})

test('the words of a server are shown without marks that hide or reorder them', () => {
  const said = hiddenWords('quarantined', 'a\u202eb', everywhere, 'Git')
  expect(said).toBe('Its definition is invalid: a⟨202E⟩b')
})

test.each([
  ['toolOff', 'switchTool', 'server'],
  ['overridden', 'naming', 'server'],
  ['quarantined', 'server', 'server'],
  ['differs', 'server', 'server'],
  ['notChosen', 'choice', 'choice'],
  ['appOnly', null, null],
  ['serverOff', null, null],
  [null, null, null],
] as const)(
  '%s leads to %s in a project, and to %s in all: a switch is never pressed in all at once',
  (hidden, one, all) => {
    expect(wayOut({ hidden }, { project: work, client: cursor })).toBe(one)
    expect(wayOut({ hidden }, { project: null, client: cursor })).toBe(all)
  },
)
