import { expect, test } from 'vitest'
import fastCheck from 'fast-check'
import { capMiddle, capText } from '#engine/structures/textCap'

test('text is cut to a number of bytes, never inside a character', () => {
  expect(capText('abc', 3)).toBe('abc')
  expect(capText('abcd', 3)).toBe('abc')
  expect(capText('aé😀z', 2)).toBe('a')
  expect(capText('aé😀z', 3)).toBe('aé')
  expect(capText('aé😀z', 6)).toBe('aé')
  expect(capText('aé😀z', 7)).toBe('aé😀')
  expect(capText('😀', 3)).toBe('')
})

test('text that is cut in the middle begins and ends with whole characters, and says how many bytes are missing', () => {
  expect(capMiddle('x'.repeat(100), 100)).toBe('x'.repeat(100))
  fastCheck.assert(
    fastCheck.property(
      fastCheck.string({ unit: fastCheck.constantFrom('a', 'é', '漢', '😀'), maxLength: 200 }),
      fastCheck.integer({ min: 0, max: 200 }),
      (text, most) => {
        const capped = capMiddle(text, most)
        if (Buffer.byteLength(text) <= most) {
          expect(capped).toBe(text)
          return
        }
        const [, head = '', missing, tail = ''] =
          /^([^]*)\n\[… (\d+) bytes were left out …\]\n([^]*)$/.exec(capped) ?? []
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
        expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(most)
        expect(Buffer.byteLength(head + tail) + Number(missing)).toBe(Buffer.byteLength(text))
      },
    ),
  )
})
