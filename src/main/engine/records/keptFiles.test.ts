import { expect, test } from 'vitest'
import fastCheck from 'fast-check'
import { pageOfText } from '#engine/records/keptFiles'

test('pages of any size add up to the text, and paging always ends', () => {
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

test('an offset beyond the end gives an empty last page', () => {
  expect(pageOfText('abc', 10, 16)).toEqual({ text: '', offset: 10, bytes: 3, next: null })
})
