import { expect, test } from 'vitest'
import { readHeaders } from '#renderer/parts/modelSource/headerLines.ts'

test('[R32] headers are read one per line; a value may contain colons, and an invalid line is reported', () => {
  expect(readHeaders('X-A: 1\n\n x-url : http://a:1 \n')).toEqual({
    ok: true,
    headers: { 'X-A': '1', 'x-url': 'http://a:1' },
  })
  expect(readHeaders('nonsense')).toMatchObject({ ok: false })
  expect(readHeaders('a b: c')).toMatchObject({ ok: false })
})
