import { expect, test } from 'vitest'
import { scopeText } from '#renderer/features/settings/permissions/decisionWords.ts'

test('a removed project has no name', () => {
  expect(scopeText({ scope: 'project' }, null)).toBe('in one project')
  expect(scopeText({ scope: 'project' }, 'Work')).toBe('in Work')
})
