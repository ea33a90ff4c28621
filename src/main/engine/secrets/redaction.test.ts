import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretNamePattern } from '#contract/secretNames'
import { createRedactor } from '#engine/secrets/redaction'

function redactorOf(...values: string[]) {
  const redactor = createRedactor()
  for (const value of values) redactor.add(value)
  return redactor
}

describe('redact', () => {
  const secret = 's3cr3t/+value=?'

  test('text without secrets stays the same string, even if it is shorter than any secret', () => {
    const text = 'nothing to see'
    expect(createRedactor().redact(text)).toBe(text)
    expect(redactorOf(secret).redact(text)).toBe(text)
    expect(redactorOf(secret).redact('')).toBe('')
  })

  test('a secret is redacted everywhere in a text', () => {
    const redactor = redactorOf(secret)
    expect(redactor.redact(secret)).toBe('[redacted]')
    expect(redactor.redact(`a ${secret}${secret} b ${secret}`)).toBe('a [redacted][redacted] b [redacted]')
  })

  test('values of fewer than 8 characters are left alone, because otherwise every "true" would be redacted', () => {
    expect(redactorOf('true', '1234567').redact('true 1234567 true')).toBe('true 1234567 true')
    expect(redactorOf('12345678').redact('12345678')).toBe('[redacted]')
  })

  test('if two secrets begin alike, the longer one is redacted completely, whichever was added first', () => {
    const text = 'x=abcdefgh-long; y=abcdefgh;'
    expect(redactorOf('abcdefgh', 'abcdefgh-long').redact(text)).toBe('x=[redacted]; y=[redacted];')
    expect(redactorOf('abcdefgh-long', 'abcdefgh').redact(text)).toBe('x=[redacted]; y=[redacted];')
  })

  test('no part of overlapping or nested secrets stays', () => {
    expect(redactorOf('abcdefghij', 'ghijklmnop').redact('<abcdefghijklmnop>')).toBe('<[redacted]>')
    expect(redactorOf('cdefghij', '0123cdefghij4567').redact('<0123cdefghij4567>')).toBe('<[redacted]>')
    expect(redactorOf('aaaaaaaa').redact('aaaaaaaaaaa')).toBe('[redacted]')
  })

  test.each([
    ['in a URL', encodeURIComponent(secret)],
    ['in a URL with small hex digits', encodeURIComponent(secret).toLowerCase()],
    ['in base64', Buffer.from(secret).toString('base64').replace(/=*$/, '')],
    ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
  ])('a secret is redacted %s', (_where, form) => {
    expect(redactorOf(secret).redact(`<${form}>`)).toMatch(/^<\[redacted\].?>$/)
  })

  test('a value is redacted in a form field with a space, and inside JSON', () => {
    const redactor = redactorOf('with space "and" quotes')
    expect(redactor.redact('p=with+space+%22and%22+quotes')).toBe('p=[redacted]')
    expect(redactor.redact(JSON.stringify({ p: 'with space "and" quotes' }))).toBe('{"p":"[redacted]"}')
  })

  test('a secret is redacted at any offset inside a base64 text', () => {
    const redactor = redactorOf('correct horse battery')
    for (const user of ['', 'a', 'ab', 'abc', 'user:']) {
      const basic = Buffer.from(`${user}correct horse battery and more`).toString('base64')
      const left = Buffer.from(redactor.redact(basic).replace('[redacted]', ''), 'base64').toString('latin1')
      expect(redactor.redact(basic)).toContain('[redacted]')
      expect(left).not.toContain('horse')
    }
  })

  test('each line of a key is redacted but not its header and footer, and a token is redacted even without the word Bearer', () => {
    const redactor = redactorOf(
      '-----BEGIN KEY-----\nMIIEvQIBADANBg\r\nkqhkiG9w0BAQEF\n-----END KEY-----',
      'Bearer tok-12345678',
    )
    expect(redactor.redact('-----BEGIN KEY-----')).toBe('-----BEGIN KEY-----')
    expect(redactor.redact('line MIIEvQIBADANBg')).toBe('line [redacted]')
    expect(redactor.redact('second kqhkiG9w0BAQEF')).toBe('second [redacted]')
    expect(redactor.redact('?t=tok-12345678')).toBe('?t=[redacted]')
  })

  test('a secret added later is redacted from then on, and the longer of two similar secrets completely', () => {
    const redactor = redactorOf('abcdefgh')
    expect(redactor.redact('abcdefgh abcdefgh-long')).toBe('[redacted] [redacted]-long')
    redactor.add('abcdefgh-long')
    redactor.add('abcdefgh-lo')
    expect(redactor.redact('abcdefgh abcdefgh-long abcdefgh-lo')).toBe('[redacted] [redacted] [redacted]')
  })

  test('each line of a secret is redacted, even if thousands of lines begin alike', () => {
    const lines = Array.from({ length: 3000 }, (_, number) => `certificate ${number} ${number * 7919}`)
    const redactor = redactorOf(lines.join('\n'))
    expect(lines.map((line) => redactor.redact(`<${line}>`))).toEqual(lines.map(() => '<[redacted]>'))
  })

  test('for any secrets and text, all secrets are removed and the rest stays', () => {
    const secretOf = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 8, maxLength: 12 })
    fc.assert(
      fc.property(fc.array(secretOf, { minLength: 1, maxLength: 6 }), fc.array(secretOf), (secrets, pieces) => {
        const redacted = redactorOf(...secrets).redact(pieces.join('.'))
        for (const value of secrets) expect(redacted).not.toContain(value)
        expect(redacted.split('.').length).toBe(Math.max(1, pieces.length))
      }),
    )
  })
})

test.each([
  'GITHUB_TOKEN',
  'apiKey',
  'AWS_SECRET_ACCESS_KEY',
  'DB_PASSWORD',
  'Authorization',
  'X-Api-Key',
  'GITHUB_PAT',
  'DATABASE_URL',
  'Cookie',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'authToken',
  'SENTRY_DSN',
])('the value of %s is a secret', (name) => {
  expect(secretNamePattern.test(name)).toBe(true)
})

test.each(['PATH', 'HOME', 'GIT_AUTHOR_NAME', 'KEYBOARD', 'LOG_LEVEL', 'Content-Type', 'NODE_ENV', 'PORT', 'COMPAT'])(
  'the value of %s is not',
  (name) => {
    expect(secretNamePattern.test(name)).toBe(false)
  },
)
