import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editableJson } from '#renderer/parts/question/approval/editableJson.ts'

test('what is shown of the arguments is what is sent, and letters that turn text around are seen', () => {
  expect(editableJson({ a: 'x\u202ey' })).toContain(String.raw`x\u202ey`)
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(JSON.parse(editableJson(value)))).toBe(JSON.stringify(value))
    }),
  )
})
