import { expect, test } from 'vitest'
import { newSample } from '#renderer/model/servers/sampleServer.ts'

test('each further sample has a name of its own', () => {
  const names = ['Sample', 'Sample 2', 'Sample 4'].map((name) => ({ name }))
  expect(newSample([]).name).toBe('Sample')
  expect(newSample(names.slice(0, 1)).name).toBe('Sample 2')
  expect(newSample(names, 'work')).toMatchObject({ name: 'Sample 3', projectId: 'work' })
})
