import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBytes, readCores } from '#contract/hosting/sizes'

test.each([
  ['1G', 2 ** 30],
  ['512M', 512 * 2 ** 20],
  ['512 MB', 512 * 2 ** 20],
  ['1GiB', 2 ** 30],
  ['0.5g', 2 ** 29],
  ['64k', 65_536],
  ['1048576', 1_048_576],
  ['0', 0],
])('[R28] %s is %d bytes', (text, bytes) => {
  expect(readBytes(text)).toBe(bytes)
})

// Catches a limit that silently becomes another: a unit read as bytes, or a number that JavaScript rounds.
test.each(['', 'G', '1X', '-1G', '1,5G', '1e9', '1G1M', 'Infinity', '999999999999999T', '１G'])(
  '%j is not a size',
  (text) => {
    expect(readBytes(text)).toBeNull()
  },
)

test('[R28] cores are decimal numbers', () => {
  expect(readCores('0.5')).toBe(0.5)
  expect(readCores(' 2 ')).toBe(2)
  for (const text of ['', '500m', '-1', '1e3', 'NaN', '.5', '1,5']) expect(readCores(text)).toBeNull()
})

test('every whole number of bytes up to a petabyte is read exactly', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 50 }), (bytes) => {
      expect(readBytes(String(bytes))).toBe(bytes)
    }),
  )
})
