import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyBytes, seal, unseal } from '#engine/secrets/vaults/sealing'

const key = randomBytes(keyBytes)

test('sealed bytes are only opened by the same key in the same context', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const content = Buffer.from(bytes)
      const sealed = seal(key, content, 'here')
      expect(unseal(key, sealed, 'here')).toEqual(content)
      expect(unseal(key, sealed, 'there')).toBeNull()
      expect(unseal(randomBytes(keyBytes), sealed, 'here')).toBeNull()
    }),
  )
})

test('any changed bit, removed end or added byte is detected', () => {
  const sealed = seal(key, Buffer.from('a secret'), 'here')
  for (let at = 0; at < sealed.length * 8; at += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3)
    expect(unseal(key, changed, 'here')).toBeNull()
  }
  for (let length = 0; length < sealed.length; length += 1)
    expect(unseal(key, sealed.subarray(0, length), 'here')).toBeNull()
  expect(unseal(key, Buffer.concat([sealed, Buffer.from('x')]), 'here')).toBeNull()
})

test('the same content sealed twice looks different, so that a repeated value cannot be recognised', () => {
  expect(seal(key, Buffer.from('same'), 'here')).not.toEqual(seal(key, Buffer.from('same'), 'here'))
})
