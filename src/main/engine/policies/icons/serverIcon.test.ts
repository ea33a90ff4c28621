import { describe, expect, test } from 'vitest'
import { serverIcon } from '#engine/policies/icons/serverIcon'

const png = (width: number, height: number, rest = 20) => {
  const bytes = Buffer.alloc(24 + rest)
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const gif = (width: number, height: number) => {
  const bytes = Buffer.from('GIF89a______________')
  bytes.writeUInt16LE(width, 6)
  bytes.writeUInt16LE(height, 8)
  return bytes
}
/** Makes a JPEG with a comment before the frame. */
const jpeg = (width: number, height: number) => {
  const frame = Buffer.from('ffd8fffe0006aabbccddffc0001108000000000300', 'hex')
  frame.writeUInt16BE(height, 15)
  frame.writeUInt16BE(width, 17)
  return frame
}
const webp = (kind: 'VP8 ' | 'VP8L' | 'VP8X', width: number, height: number) => {
  const bytes = Buffer.alloc(32)
  bytes.write('RIFF____WEBP', 0)
  bytes.write(kind, 12)
  if (kind === 'VP8 ') {
    bytes.writeUInt16LE(width, 26)
    bytes.writeUInt16LE(height, 28)
  } else if (kind === 'VP8L') bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21)
  else {
    bytes.writeUIntLE(width - 1, 24, 3)
    bytes.writeUIntLE(height - 1, 27, 3)
  }
  return bytes
}
const address = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`

test.each([
  address('png', png(64, 64)),
  address('gif', gif(32, 48)),
  address('jpeg', jpeg(1024, 1)),
  address('webp', webp('VP8 ', 64, 64)),
  address('webp', webp('VP8L', 64, 64)),
  address('webp', webp('VP8X', 1024, 1024)),
])('a small picture is used: %s', (src) => {
  expect(serverIcon([{ src }])).toBe(src)
})

describe.each([
  ['an address that would be fetched', 'https://far.test/icon.png'],
  ['an address with another scheme', 'javascript:alert(1)'],
  ['SVG, which may have scripts', address('svg+xml', Buffer.from('<svg/>'))],
  ['a picture of a different kind than it claims', address('png', gif(8, 8))],
  ['a picture that claims to be huge', address('png', png(30_000, 30_000))],
  ['a picture that claims to be huge, in another format', address('webp', webp('VP8X', 16_000, 16_000))],
  ['a picture without a size', address('gif', gif(0, 8))],
  ['a picture that is cut off', address('png', png(8, 8).subarray(0, 18))],
  ['a JPEG without a frame', address('jpeg', Buffer.from('ffd8fffe0006aabbccdd', 'hex'))],
  ['a JPEG whose segments never end', address('jpeg', Buffer.from(`ffd8${'fffe0000'.repeat(40)}`, 'hex'))],
  ['a picture that is too large', address('png', png(8, 8, 24_000))],
  ['an address followed by more characters', `${address('png', png(8, 8))}\n`],
  ['words with parameters', address('png', png(8, 8)).replace(';base64', ';charset=x;base64')],
  ['a string that is not base64', 'data:image/png;base64,<script>'],
  ['not a text', 7],
])('%s', (_title, src) => {
  test('is not used, and the next icon is considered', () => {
    const good = address('png', png(16, 16))
    expect(serverIcon([{ src }])).toBeNull()
    expect(serverIcon([{ src }, null, { src: good }])).toBe(good)
  })
})

test.each([undefined, null, 'x', {}, [], [null], [{}]])('%j gives no icon', (icons) => {
  expect(serverIcon(icons)).toBeNull()
})

test('among very many icons, only the first few are considered', () => {
  const good = { src: address('png', png(16, 16)) }
  expect(serverIcon([...Array.from({ length: 10_000 }, () => ({ src: 'x' })), good])).toBeNull()
})
