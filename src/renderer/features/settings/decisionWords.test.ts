import { expect, test } from 'vitest'
import { patternText, scopeText } from '#renderer/features/settings/decisionWords.ts'

test('a decision says exactly which calls it is about: a person takes it back by these words', () => {
  expect(patternText({ pattern: null })).toBe('every call')
  expect(
    patternText({
      pattern: [
        { is: 'equal', path: ['mode'], value: null },
        { is: 'startsWith', path: ['in', 'path'], value: '/tmp/' },
      ],
    }),
  ).toBe('calls where mode is null and in.path begins with "/tmp/"')
})

test('a project that is gone has no name', () => {
  expect(scopeText({ scope: 'project' }, null)).toBe('in one project')
  expect(scopeText({ scope: 'project' }, 'Work')).toBe('in Work')
})
