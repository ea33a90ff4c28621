import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFoundIn, readPattern } from '#renderer/parts/arguments/safePattern.ts'

function found(source: string, text: string): boolean | null {
  const steps = readPattern(source)
  return steps === null ? null : isFoundIn(steps, text, { left: 100_000 })
}

describe('a pattern from a server', () => {
  test.each([
    ['^[a-z]+$', 'abc', true],
    ['^[a-z]+$', 'ab1', false],
    ['b', 'abc', true],
    ['^(?:cat|dog)s?$', 'dogs', true],
    ['^(?:cat|dog)s?$', 'cow', false],
    [String.raw`^\d{4}-\d{2}$`, '2026-11', true],
    [String.raw`^\d{4}-\d{2}$`, '2026-1', false],
    ['^a{2,}$', 'a', false],
    ['^a{2,3}?$', 'aaaa', false],
    [String.raw`^[\w\.-]+@[^\s@]+$`, 'a.b-c@d', true],
    [String.raw`^\p{L}+$`, 'Zoë', true],
    ['^.$', '\u{1F600}', true],
    [String.raw`\bno\b`, 'say no', true],
    [String.raw`\bno\b`, 'nothing', false],
    ['^(?<year>[0-9]+)$', '12', true],
    ['^$', '', true],
    ['^[^]]$', ']', false],
  ])('%s in %s: %s', (source, text, expected) => {
    expect(found(source, text)).toBe(expected)
  })

  test.each([['(?=a)b'], ['(?<!a)b'], [String.raw`(a)\1`], ['(a'], ['a)'], ['*']])(
    'that is not understood gives no answer: %s',
    (source) => {
      expect(found(source, 'ab')).toBeNull()
    },
  )

  test('that is too long gives no answer', () => {
    expect(found('a'.repeat(3_000), 'a')).toBeNull()
  })

  /** Catches a server that freezes the page. */
  test.each([['^(a+)+$'], ['^(a|a)*$'], ['(.*)*(.*)*(.*)*!!'], ['^(([a-z])+.)+[A-Z]([a-z])+$']])(
    'made to run for years is answered with little work: %s',
    (source) => {
      expect(found(source, `${'a'.repeat(1_000)}!`)).toBe(false)
    },
  )

  test('that repeats repetitions stays within its limits', () => {
    expect(readPattern('((a{999}){999}){999}')).toBeNull()
    expect(readPattern(`${'('.repeat(500)}a${')'.repeat(500)}`)).toBeNull()
    expect(isFoundIn(readPattern('a*b') ?? [], 'a'.repeat(10_000), { left: 100 })).toBeNull()
  })

  test('has the same meaning as in JavaScript, wherever it is understood', () => {
    const piece = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(a|b)', '(?:ab)', '^', '$', '\\w', '\\d', '|')
    const many = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}')
    const source = fc
      .array(fc.tuple(piece, many), { maxLength: 6 })
      .map((parts) => parts.map(([one, count]) => (/^[|^$]$/.test(one) ? one : one + count)).join(''))
    const text = fc.array(fc.constantFrom('a', 'b', '1', '\n'), { maxLength: 6 }).map((letters) => letters.join(''))
    fc.assert(
      fc.property(source, text, (one, other) => {
        expect(found(one, other)).toBe(new RegExp(one, 'u').test(other))
      }),
    )
  })
})
