import { expect, test } from 'vitest'
import { fieldsOf, isObject } from '#contract/jsonRpc/jsonObject'

// Catches foreign data read as an object although it is not one: a list has a `length`, null has no fields.
test.each([null, undefined, 0, 'text', [], [{ a: 1 }]])('%j has no fields', (value) => {
  expect([isObject(value), fieldsOf(value)]).toEqual([false, {}])
})

test('the fields of an object are the object itself', () => {
  const value = { a: 1 }
  expect(fieldsOf(value)).toBe(value)
})
