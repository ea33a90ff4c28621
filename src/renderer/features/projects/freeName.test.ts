import { expect, test } from 'vitest'
import { projectSetting } from '#contract/project'
import { freeName } from '#renderer/features/projects/freeName.ts'

test('a copy of a copy gets a name that is free, and one that is not too long', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }))
  expect(freeName({ name: 'Work' }, named('Work'))).toBe('Work copy')
  expect(freeName({ name: 'Work' }, named('Work', 'Work copy', 'Work copy 2'))).toBe('Work copy 3')
  expect(projectSetting.name.safeParse(freeName({ name: 'x'.repeat(100) }, [])).success).toBe(true)
})
