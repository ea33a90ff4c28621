import { describe, expect, test } from 'vitest'
import { createTextCheck } from '#renderer/parts/arguments/textCheck.ts'

describe('a string', () => {
  test.each([
    ['email', 'ada@example.org', 'ada'],
    ['uri', 'https://example.org', 'example'],
    ['date', '2026-02-28', '2026-02-30'],
    ['time', '13:45:00Z', '1 pm'],
    ['date-time', '2026-01-31T13:45:00.5+01:00', '2026-01-31'],
    ['uuid', '6f1c8c0e-5b0a-4e0e-9d0a-1b2c3d4e5f60', '6f1c'],
    ['ipv4', '127.0.0.1', '127.0.0.256'],
  ])('of the format %s is checked', (format, right, wrong) => {
    const check = createTextCheck()
    expect([check({ format }, right), check({ format }, wrong)]).toEqual([null, expect.stringMatching(/^must be an? /)])
  })

  test('is checked against a pattern, which is named', () => {
    expect(createTextCheck()({ pattern: '^x' }, 'y')).toBe('must match the pattern ^x.')
    expect(createTextCheck()({ pattern: '^x' }, 'xy')).toBeNull()
  })

  test.each([[{ format: 'constructor' }], [{ format: 7, pattern: 7 }], [{ pattern: '(?=x)' }], [{ pattern: '[' }]])(
    'passes where the schema is not understood: %j',
    (schema) => {
      expect(createTextCheck()(schema, 'y')).toBeNull()
    },
  )

  /**
   * Catches a limit that applies to each pattern alone: a server could send a thousand patterns that are slow together.
   */
  test('shares one limit with all other strings of its schema', () => {
    const check = createTextCheck()
    const long = 'a'.repeat(9_000)
    const faults = Array.from({ length: 200 }, () => check({ pattern: '^(a?){50}b' }, long))
    expect(faults.at(-1)).toBeNull()
  })
})
