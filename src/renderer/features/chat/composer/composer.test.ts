import { expect, test } from 'vitest'
import { readAttachment } from '#renderer/features/chat/composer/attachments/attachmentFile.ts'
import { promptContent } from '#renderer/parts/template/promptText.ts'
import { answersQuery, triggerAt, withoutTrigger } from '#renderer/features/chat/composer/trigger.ts'

test.each([
  ['@', 1, { kind: 'resource', query: '', start: 0 }],
  ['see @read', 9, { kind: 'resource', query: 'read', start: 4 }],
  ['mail me@home', 12, null],
  ['@a b', 4, null],
  ['/', 1, { kind: 'prompt', query: '', start: 0 }],
  ['/review this', 12, { kind: 'prompt', query: 'review this', start: 0 }],
  ['/usr/bin', 8, null],
  ['a /b', 4, null],
  ['/a\nb', 4, null],
  ['see @read more', 9, { kind: 'resource', query: 'read', start: 4 }],
])('[R32] in %j with the caret at %d the list is %j: paths and mail addresses open no list', (text, caret, trigger) => {
  expect(triggerAt(text, caret)).toEqual(trigger)
})

test('[R32] the text typed for the list is removed once something is chosen, and nothing else is', () => {
  const text = 'see @read more'
  const trigger = triggerAt(text, 9)
  expect(trigger && withoutTrigger(text, trigger)).toBe('see  more')
  expect([answersQuery('re lo', 'log', 'Readme'), answersQuery('x', 'log', null)]).toEqual([true, false])
})

test('[R32] a prompt becomes text to review, whatever its server put into it', () => {
  expect(
    promptContent([
      { role: 'user', content: { type: 'text', text: 'Review' } },
      { role: 'assistant', content: [{ type: 'text', text: 'Sure' }] },
      { role: 'user', content: { type: 'resource', resource: { uri: 'file:///a', text: 'A' } } },
      { role: 'user', content: { type: 'image', mimeType: 'image/png', data: 'AA' } },
      null,
      { role: 'user', content: { type: 'hologram' } },
    ]),
  ).toEqual({
    text: 'Review\n\nYou answered:\n\nSure\n\nfile:///a\n\nA',
    pictures: [{ mediaType: 'image/png', data: 'AA' }],
  })
})

const file = (name: string, type: string, content: Uint8Array<ArrayBuffer> | string, size?: number) => {
  const made = new File([content], name, { type })
  return { name, type, size: size ?? made.size, arrayBuffer: () => made.arrayBuffer() }
}

test('[R32] text is sent as text whatever type the system reports, and files of unknown types are refused with a reason', async () => {
  expect(await readAttachment(file('a.toml', '', 'a = "ü"'))).toEqual({
    name: 'a.toml',
    mediaType: 'text/plain',
    data: 'YSA9ICLDvCI=',
  })
  expect(await readAttachment(file('a.md', 'text/markdown;charset=utf-8', '#'))).toMatchObject({
    mediaType: 'text/markdown',
  })
  expect(await readAttachment(file('a.svg', 'image/svg+xml', '<svg/>'))).toMatchObject({ mediaType: 'text/plain' })
  await expect(readAttachment(file('a.zip', 'application/zip', new Uint8Array([0x50, 0xff, 0])))).rejects.toThrow(
    'a.zip isn’t supported',
  )
  await expect(readAttachment(file('a.png', 'image/png', 'x', 20_000_001))).rejects.toThrow('larger than 20 MB')
  await expect(readAttachment(file('a.txt', 'text/plain', ''))).rejects.toThrow('empty')
})

test('[R32] a file of megabytes is read without exhausting the stack', async () => {
  const read = await readAttachment(file('a.png', 'image/png', new Uint8Array(3_000_000).fill(7)))
  expect(atob(read.data)).toHaveLength(3_000_000)
})
