import { expect, test } from 'vitest'

test('a pattern instead of a text fails, and does not match everything', () => {
  expect(() => expect({ message: 'a' }).toMatchObject({ message: /a/ })).toThrow('to match object')
  expect(() => expect(new Error('a')).toMatchObject({ message: /b/ })).toThrow('to match object')
  expect({ message: 'a' }).toMatchObject({ message: expect.stringMatching(/a/) as string })
})
