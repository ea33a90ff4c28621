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
])('the host of %s is shown apart, encoded as browsers send it', (written, expected) => {
  expect(parts(written)).toEqual(expected)
})

test.each([
  ['https://example.org/', []],
  ['https://a@b.example/', [/before the @/]],
  ['https://exаmple.org/', [/look-alike/]],
  ['http://example.org/', [/Not encrypted/]],
  ['http://127.0.0.1:3000/', [/on this machine/]],
])('%s is warned about: %o', (written, warnings) => {
  expect(shownAddress(written).warnings).toEqual(warnings.map((warning) => expect.stringMatching(warning) as unknown))
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'mailto:a@b', 'nonsense', 'x:\u202e'])(
  '%s is never opened, and is shown without direction-changing characters',
  (written) => {
    expect(shownAddress(written)).toMatchObject({ href: null })
    expect(shownAddress(written).after).not.toContain('\u202e')
  },
)
