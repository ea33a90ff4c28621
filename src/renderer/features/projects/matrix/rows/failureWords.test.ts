import { expect, test } from 'vitest'
import type { MatrixChange } from '#renderer/features/projects/matrix/rows/changes.ts'
import { failureWords } from '#renderer/features/projects/matrix/rows/failureWords.ts'
import { sampleRow } from '#renderer/features/projects/matrix/rows/samples.ts'

const rows = [sampleRow('git', [], [{}]), sampleRow('web', [], [{}])]
const off = (slug: string): MatrixChange => ({ kind: 'switch', slug, projectId: 'a', enabled: false })
const words = (slugs: readonly string[], done: number, what: 'do' | 'undo' = 'do') => {
  const { title, detail } = failureWords(what, rows, slugs.map(off), { done, failure: 'It is gone.' })
  return `${title} | ${detail}`
}

// Catches a message that says nothing was done although half of it was, or that does not say where it stopped.
test('a failed change says how many changes were made, and at which server it stopped', () => {
  expect(words(['git'], 0)).toBe('Could not do this | It is gone.')
  expect(words(['git', 'web'], 0)).toBe('Could not do this | GIT: It is gone.')
  expect(words(['git', 'web', 'git'], 1)).toBe('Could not do all of this | 1 change of 3 was made. WEB: It is gone.')
  expect(words(['git', 'git', 'gone'], 2, 'undo')).toBe(
    'Could not undo all of this | 2 changes of 3 were made. gone: It is gone.',
  )
})
