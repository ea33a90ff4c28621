import { describe, expect, it, test } from 'vitest'
import { isOursAlone, keptText, readKept } from '#main/cli/keptCodeRules'

const [user, installer, stranger] = [1000, 0, 1001]

describe('cached code', () => {
  const trust = { code: { uid: installer, mode: 0o100644 }, user }

  it.each([
    ['of this user', user, 0o100600, true],
    ['of the owner of the code itself', installer, 0o100644, true],
    ['of another user, who could run code in this process', stranger, 0o100600, false],
    ['that the group can write', user, 0o100660, false],
    ['that every user can write', installer, 0o100606, false],
  ])('%s', (_whose, uid, mode, isTrusted) => {
    expect(isOursAlone({ uid, mode }, trust)).toBe(isTrusted)
  })

  it("is used on a system without user ids, where its folder is as protected as the code's", () => {
    expect(isOursAlone({ uid: 0, mode: 0o100666 }, { code: { uid: 0, mode: 0o100666 }, user: null })).toBe(true)
  })
})

const source = Buffer.from('exports.a = 1')
const compiled = Buffer.from('what V8 made of it')

test('cached code is read back', () => {
  expect(readKept(keptText(compiled, source), source)).toEqual(compiled)
})

// V8 would not notice these: it compares only the length of the text, and crashes on incomplete code.
test.each([
  ['of another text of the same length', keptText(compiled, Buffer.from('exports.a = 2'))],
  ['cut short', keptText(compiled, source).subarray(0, -1)],
  ['with a byte changed', Buffer.from(keptText(compiled, source)).fill(0x78, 20, 21)],
  ['empty', Buffer.alloc(0)],
  ['that consists of a header alone', keptText(Buffer.alloc(0), source)],
])('code %s is not used', (_what, kept) => {
  expect(readKept(kept, source)).toBeNull()
})
