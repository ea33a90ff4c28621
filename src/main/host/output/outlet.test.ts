import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { openOutlet, styled, terminalText } from '#main/host/output/outlet'
import { printableJson } from '#main/host/output/safeText'

const escape = '\u001B'

/** Every way in which text can control the terminal that shows it. */
const hostile: Readonly<Record<string, string>> = {
  'the screen cleared': `a${escape}[2Jb`,
  'the cursor moved': `a${escape}[1;1Hb`,
  'a line overwritten': 'safe thing\rrm -rf  ',
  'a line erased': 'a\b\b\bb',
  'a style that hides text': `a${escape}[8mb`,
  'our own colour, forged': `${escape}[32m✓ healthy${escape}[39m`,
  'a window title': `a${escape}]0;title\u0007b`,
  'a link that leads elsewhere': `${escape}]8;;https://evil.example${escape}\\https://good.example${escape}]8;;${escape}\\`,
  'the clipboard written': `${escape}]52;c;cm0gLXJm\u0007`,
  'a query to the terminal': `${escape}[6n${escape}P+q544e${escape}\\`,
  'an 8-bit sequence': 'a\u009B2Jb\u009D0;title\u009Cb\u0090q\u009C',
  'a bell': 'a\u0007b',
  'another character set': `a${escape}(0b\u000Ec\u000F`,
  'text turned around': 'a\u202Egpj.exe\u202C b\u2066c\u2069',
  'other characters that end a line': 'a\u2028b\u2029c\u0085d\u000Be\u000Cf',
  'invisible characters': 'a\u0000b\u007Fc',
}

/** Whether a string controls a terminal. Checks code points, instead of using the regular expression under test. */
function steers(text: string): boolean {
  return Array.from(text, (char) => char.codePointAt(0) ?? 0).some(
    (code) =>
      (code < 0x20 && code !== 0x09 && code !== 0x0a) ||
      (code >= 0x7f && code < 0xa0) ||
      (code >= 0x2028 && code <= 0x202e) ||
      (code >= 0x2066 && code <= 0x2069),
  )
}

function written(write: (outlet: ReturnType<typeof openOutlet>) => void): string {
  const stream = new PassThrough()
  write(openOutlet(stream as unknown as NodeJS.WriteStream))
  return String(stream.read())
}

describe.each(Object.entries(hostile))('%s', (_what, text) => {
  test('does not reach a terminal by itself, in a style, or as a rewritten line', () => {
    expect(steers(text)).toBe(true)
    expect(steers(written((outlet) => outlet.write(text)))).toBe(false)
    const inStyle = written((outlet) => outlet.write(styled('red', text)))
    expect(inStyle.startsWith(`${escape}[31m`) && inStyle.endsWith(`${escape}[39m`)).toBe(true)
    expect(steers(inStyle.slice(5, -5))).toBe(false)
    expect(steers(written((outlet) => outlet.rewriteLine(text)).slice(4))).toBe(false)
  })

  test('is unchanged in JSON, and controls nothing', () => {
    const json = printableJson({ [text]: [text] })
    expect(JSON.parse(json)).toEqual({ [text]: [text] })
    expect(steers(json)).toBe(false)
    expect(terminalText(json)).toBe(json)
  })

  test('reaches a program that reads results byte for byte', () => {
    expect(written((outlet) => outlet.writeUntouched(text))).toBe(text)
  })
})

test('ordinary text is printed unchanged', () => {
  const text = 'Grüße\n\t👩‍👩‍👧 日本 \u05d0'
  expect(terminalText(text)).toBe(text)
})

test('a stream that cannot be written reports the reason once, and still accepts text', () => {
  const stream = new PassThrough()
  const outlet = openOutlet(stream as unknown as NodeJS.WriteStream)
  stream.emit('error', Object.assign(new Error('its reader went'), { code: 'EPIPE' }))
  expect(outlet.failure).toBeNull()
  for (const code of ['ENOSPC', 'EIO']) stream.emit('error', Object.assign(new Error(code), { code }))
  expect(outlet.failure?.message).toBe('ENOSPC')
  outlet.write('on it goes')
})
