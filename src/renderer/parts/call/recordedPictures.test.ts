import { expect, test } from 'vitest'
import { recordedPictures, seemsToHavePictures } from '#renderer/parts/call/recordedPictures.ts'

const image = (mimeType: string, data: string) => ({ type: 'image', mimeType, data })
const textOf = (content: unknown) => JSON.stringify({ content })

test("a record's picture is shown, and its data is not in the text", () => {
  const data = 'A'.repeat(4000)
  const found = recordedPictures(textOf([{ type: 'text', text: 'here' }, image('image/png', data)]))
  expect(found?.pictures).toMatchObject([{ source: `data:image/png;base64,${data}`, bytes: 3000 }])
  expect(JSON.parse(found?.text ?? '')).toEqual({
    content: [
      { type: 'text', text: 'here' },
      { type: 'image', mimeType: 'image/png', data: '(3.0 kB, shown above)' },
    ],
  })
})

test.each([
  ['an SVG, which can hold a script', textOf([image('image/svg+xml', 'AAAA')])],
  ['data that leads out of its place', textOf([image('image/png', 'A" onerror="alert(1)')])],
  ['one of more than 16 MB', textOf([image('image/png', 'A'.repeat(16_000_001))])],
  ['text that was cut off', textOf([image('image/png', 'AAAA')]).slice(0, -5)],
  ['arguments that look like one', JSON.stringify(image('image/png', 'AAAA'))],
  ['no JSON', '"image" {'],
])('%s stays text', (_, text) => {
  expect(recordedPictures(text)).toBeNull()
})

test('the beginning of the text is enough to guess whether the rest is worth reading', () => {
  const begun = textOf([image('image/png', 'A'.repeat(9))]).slice(0, 30)
  expect([begun, textOf([{ type: 'text', text: 'no image' }])].map(seemsToHavePictures)).toEqual([true, false])
})
