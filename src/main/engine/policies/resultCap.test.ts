import { expect, test } from 'vitest'
import { capResult, type ResultLimits } from '#engine/policies/resultCap'
import { capText } from '#engine/structures/textCap'

const limits: ResultLimits = { maxBytes: 101, maxParts: 3, cut: capText, advice: 'more' }
const more = { type: 'text', text: 'more' }
const text = (value: string) => ({ type: 'text', text: value })

test('a result within the limits is returned unchanged', () => {
  const small = { content: [text('x'.repeat(101))] }
  expect(capResult(small, limits)).toBe(small)
  const only = { structuredContent: { a: 1 } }
  expect(capResult(only, limits)).toBe(only)
})

test.each([
  {
    what: 'texts are cut, an image that does not fit is left out, and the rest stays',
    result: {
      content: [
        { ...text('é'.repeat(100)), annotations: { kept: true } },
        { type: 'image', data: 'A'.repeat(1000), mimeType: 'image/png' },
      ],
      structuredContent: { list: 'y'.repeat(500) },
      isError: true,
      _meta: { kept: true },
    },
    content: [{ ...text('é'.repeat(50)), annotations: { kept: true } }, more],
    rest: { isError: true, _meta: { kept: true } },
  },
  {
    what: 'the text of a resource is cut inside it',
    result: { content: [{ type: 'resource', resource: { uri: 'a:b', text: 'z'.repeat(200) } }] },
    content: [{ type: 'resource', resource: { uri: 'a:b', text: 'z'.repeat(101) } }, more],
    rest: {},
  },
  {
    what: 'a part of an unknown kind counts with its whole size',
    result: { content: [{ type: 'later', words: 'w'.repeat(200) }] },
    content: [text(`{"type":"later","words":"${'w'.repeat(76)}`), more],
    rest: {},
  },
  {
    what: 'too many parts are cut to the first ones',
    result: { content: Array.from({ length: 5 }, (_, index) => text(String(index))) },
    content: [text('0'), text('1'), text('2'), more],
    rest: {},
  },
  {
    what: 'without content the structured part is used',
    result: { structuredContent: { list: 'y'.repeat(500) } },
    content: [text(`{"list":"${'y'.repeat(92)}`), more],
    rest: {},
  },
])('$what', ({ result, content, rest }) => {
  expect(capResult(result, limits)).toEqual({ ...rest, content })
})
