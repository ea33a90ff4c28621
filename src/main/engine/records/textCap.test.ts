import { expect, test } from 'vitest'
import fastCheck from 'fast-check'
import { pageOfText } from '#engine/records/keptFiles'
import { capResult, capText } from '#engine/records/textCap'

test('text is cut to bytes, never inside a character', () => {
  expect(capText('abc', 3)).toBe('abc')
  expect(capText('abcd', 3)).toBe('abc')
  expect(capText('aé😀z', 2)).toBe('a')
  expect(capText('aé😀z', 3)).toBe('aé')
  expect(capText('aé😀z', 6)).toBe('aé')
  expect(capText('aé😀z', 7)).toBe('aé😀')
  expect(capText('😀', 3)).toBe('')
})

test('pages of any size put together are the text again, and each makes progress', () => {
  const characters = fastCheck.constantFrom('a', 'é', '漢', '😀', '\n')
  fastCheck.assert(
    fastCheck.property(
      fastCheck.string({ unit: characters, maxLength: 200 }),
      fastCheck.integer({ min: 4, max: 60 }),
      (text, bytes) => {
        let read = ''
        for (let offset: number | null = 0, steps = 0; offset !== null; steps += 1) {
          expect(steps).toBeLessThan(1000)
          const page = pageOfText(text, offset, bytes)
          expect(page.bytes).toBe(Buffer.byteLength(text))
          expect(Buffer.byteLength(page.text)).toBeLessThanOrEqual(bytes)
          read += page.text
          offset = page.next
        }
        expect(read).toBe(text)
      },
    ),
  )
})

test('an offset beyond the end is an empty last page', () => {
  expect(pageOfText('abc', 10, 16)).toEqual({ text: '', offset: 10, bytes: 3, next: null })
})

test('a result within the limit is passed as it is; a longer one loses what is beyond, and says so', () => {
  const small = { content: [{ type: 'text', text: 'x'.repeat(100) }] }
  expect(capResult(small, 100, 'more')).toBe(small)
  const large = {
    content: [
      { type: 'text', text: 'é'.repeat(100), annotations: { kept: true } },
      { type: 'image', data: 'A'.repeat(1000), mimeType: 'image/png' },
    ],
    structuredContent: { list: 'y'.repeat(500) },
    isError: true,
    _meta: { kept: true },
  }
  expect(capResult(large, 101, 'more')).toEqual({
    content: [
      { type: 'text', text: 'é'.repeat(50), annotations: { kept: true } },
      { type: 'text', text: 'more' },
    ],
    isError: true,
    _meta: { kept: true },
  })
})
