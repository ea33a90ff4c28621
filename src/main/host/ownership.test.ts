import { expect, test } from 'vitest'
import { ownershipFlaw, type PlaceKind } from '#main/host/ownership'

const folder = 0o040000
const file = 0o100000
const link = 0o120000
const socket = 0o140000

/** Rows of [wanted kind, mode, owner, flaw], for a user with the id 1000. */
const table: readonly [PlaceKind, number, number, ReturnType<typeof ownershipFlaw>][] = [
  ['folder', folder | 0o700, 1000, null],
  ['folder', folder | 0o755, 1000, null],
  ['folder', folder | 0o775, 1000, 'mode'],
  ['folder', folder | 0o1777, 1000, 'mode'],
  ['folder', folder | 0o702, 1000, 'mode'],
  ['folder', folder | 0o700, 0, 'owner'],
  ['folder', folder | 0o700, 1001, 'owner'],
  ['folder', link | 0o777, 1000, 'kind'],
  ['folder', file | 0o600, 1000, 'kind'],
  ['file', file | 0o600, 1000, null],
  ['file', file | 0o644, 1000, null],
  ['file', file | 0o620, 1000, 'mode'],
  ['file', file | 0o600, 1001, 'owner'],
  ['file', link | 0o777, 1000, 'kind'],
  ['socket', socket | 0o600, 1000, null],
  ['socket', socket | 0o700, 1000, null],
  ['socket', socket | 0o660, 1000, 'mode'],
  ['socket', socket | 0o602, 1000, 'mode'],
  ['socket', socket | 0o600, 1001, 'owner'],
  ['socket', link | 0o777, 1000, 'kind'],
]

test.each(table)('a %s with mode %o and owner %i has the flaw %s', (kind, mode, uid, flaw) => {
  expect(ownershipFlaw({ mode, uid }, kind, 1000)).toBe(flaw)
})

test('on Windows mode and owner are not checked', () => {
  expect(ownershipFlaw({ mode: 0, uid: 0 }, 'socket', null)).toBeNull()
})
