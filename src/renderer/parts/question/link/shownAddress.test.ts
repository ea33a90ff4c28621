import { expect, test } from 'vitest'
import { shownAddress } from '#renderer/parts/question/link/shownAddress.ts'

const parts = (written: string) => {
  const { before, host, after } = shownAddress(written)
  return [before, host, after]
}

test.each([
  ['https://example.org/a?b#c', ['https://', 'example.org', '/a?b#c']],
  ['https://example.org@evil.example/', ['https://example.org@', 'evil.example', '/']],
  ['https://evil.example:evil.example@evil.example/', ['https://evil.example:evil.example@', 'evil.example', '/']],
  ['http://h/', ['http://', 'h', '/']],
  ['https://exаmple.org:8443/', ['https://', 'xn--exmple-4nf.org:8443', '/']],
])('of %s the host is shown apart, as it is really sent', (written, expected) => {
  expect(parts(written)).toEqual(expected)
})

test.each([
  ['https://example.org/', []],
  ['https://a@b.example/', [/before the @/]],
  ['https://exаmple.org/', [/really sent/]],
  ['http://example.org/', [/not encrypted/]],
  ['http://127.0.0.1:3000/', [/on this machine/]],
])('%s is warned about: %o', (written, warnings) => {
  expect(shownAddress(written).warnings).toEqual(warnings.map((warning) => expect.stringMatching(warning) as unknown))
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'mailto:a@b', 'nonsense', 'x:\u202e'])(
  '%s is never opened, and shown without letters that turn it around',
  (written) => {
    expect(shownAddress(written)).toMatchObject({ href: null })
    expect(shownAddress(written).after).not.toContain('\u202e')
  },
)
