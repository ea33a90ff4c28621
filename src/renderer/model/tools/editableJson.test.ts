import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editableJson } from '#renderer/model/tools/editableJson.ts'

test('the shown arguments are those that are sent, and direction-changing characters are visible', () => {
  expect(editableJson({ a: 'x\u202ey' })).toContain(String.raw`x\u202ey`)
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(JSON.parse(editableJson(value)))).toBe(JSON.stringify(value))
    }),
  )
})
