/** Tests that redacted text does not reveal a secret, however the secret is encoded in it. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactedMark } from '#contract/redaction'
import { fixedPoint } from '#engine/secrets/plainText'
import { createRedactor } from '#engine/secrets/redaction'
import { encodings, isFound } from '#test/support/encodings'

function redactorOf(...values: string[]) {
  const redactor = createRedactor()
  for (const value of values) redactor.add(value)
  return redactor
}

const letters = 'abcdefnrtuxABCXYZ0123456789-_.~'.split('')
const signs = Array.from('/+=?&<>"\'\\ %:@!$#{}é漢😀')
const lastEscapes = /(?:[%&\\][#\da-z]{0,5})+$/i
/**
 * Returns the part of a value that, except for its first character, cannot become part of an escape, whatever text is
 * beside it.
 */
function coreOf(value: string): string {
  const plain = fixedPoint(value.replace(lastEscapes, '')).replace(lastEscapes, '')
  return plain.replaceAll(/^[\s"'\\]+|[\s"'\\]+$/g, '')
}

/** A random secret, whose part that does not depend on escapes and on the text around it is long enough to be found. */
const secret = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...letters) }, fc.constantFrom(...signs)), {
    minLength: 9,
    maxLength: 40,
  })
  .map((parts) => parts.join(''))
  .filter((value) => coreOf(value).length >= 9)
const encoding = fc.constantFrom(...Object.keys(encodings))
const around = fc.constantFrom('', 'x', ' ', ': ', '{"a":"', 'at line 3\n', '=', ',', 'Basic ', '/', '&a;')

function encode(value: string, names: readonly string[]): string {
  return names.reduce((text, name) => encodings[name]?.(text) ?? text, value)
}

describe('secrets in other encodings', () => {
  test.each(Object.keys(encodings))('a secret is redacted in this encoding: %s', (name) => {
    for (const value of ['correct-horse/battery+staple', 'p&ss "w<rd> é/漢', "it's 100%25 secret\\n"]) {
      const text = `before ${encode(value, [name])} after`
      expect(isFound(value, text, 4)).toBe(true)
      const redacted = redactorOf(value).redact(text)
      expect(redacted).toContain(redactedMark)
      expect([redacted, isFound(value, redacted, 3)]).toEqual([redacted, false])
    }
  })

  test.each([
    [
      'contains a space, and ends with a `%` before possible digits',
      'aaaa aaa%',
      ['form', 'url in small letters'],
      'Basic ',
    ],
    ['is short, and both its ends are ambiguous', 'uaaa%a%a%', ['form'], 'Basic '],
    ['ends with the beginning of an escape of JSON', 'a%a% a%\\u00', ['form'], 'Basic '],
    ['contains both an encoded space and a space', '%%20%a%aa%a %', ['form'], ''],
    ['contains what only looks like an entity', '%&aa;aaa%', ['html of old'], ''],
    ['contains an entity with an invalid number', '&#1114112;long-enough', ['html'], ''],
  ])('a secret is redacted that %s', (_what, value, names, after) => {
    const redacted = redactorOf(value).redact(encode(value, names) + after)
    expect([redacted, isFound(value, redacted, 3)]).toEqual([redacted, false])
  })

  test('any secret is redacted in two encodings at once and beside other text', () => {
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 3 }),
        encoding,
        encoding,
        around,
        around,
        (secrets, one, other, before, after) => {
          const [value = ''] = secrets
          const text = before + encode(value, [one, other]) + after
          const redacted = redactorOf(...secrets).redact(text)
          expect([redacted, isFound(value, redacted, 3)]).toEqual([redacted, false])
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('a secret written in several encodings is redacted in each, and the rest stays in place', () => {
    fc.assert(
      fc.property(
        secret,
        fc.array(encoding, { minLength: 2, maxLength: 6 }),
        fc.constantFrom('\n', ' '),
        (value, names, between) => {
          const text = names.map((name) => encode(value, [name])).join(between)
          const redacted = redactorOf(value).redact(text)
          expect([redacted, isFound(value, redacted, 2)]).toEqual([redacted, false])
          let from = 0
          for (const piece of redacted.split(redactedMark)) {
            const at = text.indexOf(piece, from)
            expect([redacted, at]).not.toEqual([redacted, -1])
            from = at + piece.length
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('a JSON text is still JSON after redaction, with the rest unchanged', () => {
    fc.assert(
      fc.property(secret, fc.jsonValue(), fc.string(), (value, rest, near) => {
        const text = JSON.stringify({ rest, text: near + value + near, inner: JSON.stringify({ value }) })
        const redacted = JSON.parse(redactorOf(value).redact(text)) as Record<string, unknown>
        expect(JSON.stringify(redacted)).not.toContain(value)
        expect(String(redacted['inner'])).toContain(redactedMark)
        if (!JSON.stringify(rest).includes(redactedMark) && !isFound(value, JSON.stringify(rest), 0))
          expect(redacted['rest']).toEqual(JSON.parse(JSON.stringify(rest)))
      }),
    )
  })

  test('a text without secrets stays the same, character by character, however it is escaped', () => {
    const redactor = redactorOf('correct-horse/battery+staple', 'postgres://ada:hunter2@db.example/app')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), encoding, (text, name) => {
        const encoded = encode(text, [name])
        expect(redactor.redact(encoded)).toBe(encoded)
      }),
    )
  })
})

describe('the parts of one value', () => {
  test.each([
    ['postgres://ada:s3cr3t-pass@db.example:5432/app', 's3cr3t-pass'],
    ['postgres://ada:s3cr3t%2Fpass@db.example/app', 's3cr3t/pass'],
    ['postgres://ada:s3cr3t/p@ss@db.example/app', 's3cr3t/p@ss'],
    ['https://x-access-token:ghp_0123456789abcdef@github.com/a/b', 'ghp_0123456789abcdef'],
    ['https://ghp_0123456789abcdef@github.com/a/b', 'ghp_0123456789abcdef'],
    ['https://example.org/?api_key=0123abcd4567&page=2', '0123abcd4567'],
    ['https://hooks.example.org/services/T0123456/B0a1b2c3d4e5f6a7b8c9', 'B0a1b2c3d4e5f6a7b8c9'],
    ['https://example.org/#access_token=0123abcd4567', '0123abcd4567'],
    ['mongodb+srv://ada:s3cr3t-pass@one,two/app', 's3cr3t-pass'],
    ['Server=db;User Id=ada;Password=s3cr3t-pass;', 's3cr3t-pass'],
    ["host=db password='s3cr3t pass' user=ada", 's3cr3t pass'],
    ['session=0123456789abcdef; theme=dark', '0123456789abcdef'],
    ['ada:s3cr3t-pass', 's3cr3t-pass'],
    ['{"type":"service_account","private_key":"-----BEGIN\\nMIIEvQIBADANBg\\n","client":"ada"}', 'MIIEvQIBADANBg'],
    ['Bearer tok-12345678', 'tok-12345678'],
  ])('%s: a message does not show %s', (value, part) => {
    const message = `authentication failed (${part}) for it`
    expect(redactorOf(value).redact(message)).toBe('authentication failed ([redacted]) for it')
    expect(redactorOf(value).redact(JSON.stringify(message))).not.toContain(part)
  })

  test('a password that is short or an ordinary word is redacted where it is used as a password, and stays in other text', () => {
    const redactor = redactorOf('postgres://postgres:postgres@db.example/app', 'redis://default:hunter2@cache.example')
    const text = 'the postgres server on db.example has the database app; the default cache.example is for hunter2'
    expect(redactor.redact(text)).toBe(text)
    expect(redactor.redact('no route to postgres:postgres@db.example')).not.toContain('postgres')
    expect(redactor.redact('no route to redis://default:hunter2@cache.example:6379')).not.toContain('hunter2')
  })

  test('names of hosts, users and databases are not secrets', () => {
    const redactor = redactorOf(
      'postgres://application:s3cr3t-pass@database.example:5432/customers?sslmode=require-ssl',
    )
    const text = 'application at database.example:5432/customers?sslmode=require-ssl'
    expect(redactor.redact(text)).toBe(text)
  })
})
