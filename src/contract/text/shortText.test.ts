import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortText } from '#contract/text/shortText'

test.each([
  ['short', 5, 'short'],
  ['longer', 5, 'long…'],
  ['two words', 5, 'two…'],
  ['abc👋', 5, 'abc👋'],
  ['abc👋d', 5, 'abc…'],
  ['', 5, ''],
])('%j in %i characters is %j', (text, maxLength, expected) => {
  expect(shortText(text, maxLength)).toBe(expected)
})

test('for any text, no character is cut in two and the limit is kept', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 12 }), (text, maxLength) => {
      const short = shortText(text, maxLength)
      expect(() => encodeURIComponent(short)).not.toThrow()
      expect(short.length).toBeLessThanOrEqual(maxLength)
      expect(text.startsWith(short.replace(/…$/, ''))).toBe(true)
    }),
  )
})
