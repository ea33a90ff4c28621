import { expect, test } from 'vitest'

test('an expectation with a RegExp in place of a string fails', () => {
  expect(() => expect({ message: 'a' }).toMatchObject({ message: /a/ })).toThrow('to match object')
  expect(() => expect(new Error('a')).toMatchObject({ message: /b/ })).toThrow('to match object')
  expect({ message: 'a' }).toMatchObject({ message: expect.stringMatching(/a/) as string })
})
