import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changeAddresses, changeEmbedded } from '#engine/secrets/embeddedTexts'
import { sizeOfBadGrowth } from '#test/support/growth'

/** Matches everything that should be found. This single pattern is too slow for long texts. */
const both =
  /([a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>]+)|(?<=^|[\s;&|("'`])((?:--?)?[A-Za-z_][\w-]*(?:=["']?|:[ \t]*(?:(?:Bearer|Basic|Token|ApiKey) +)?))((?:[\w.~+/=@:%,-]|\$\{[^{}]*\})+)(?=$|[\s;&|<>)"'`])/gi
const addresses = /[a-z][a-z0-9+.-]{0,30}:\/\/[^\s"'<>]+/gi

const signs = ['://', ':', '/', '=', '.', '+', '-', ' ', ';', '"', "'", '<', '\n', '\t', '${', '}']
const words = [
  'a',
  'http',
  '--token',
  '1',
  'é',
  '${x}',
  'Bearer ',
  'user:pw@host',
  '?key=v&',
  'a'.repeat(31),
  '9'.repeat(31),
]
const pieces = [...signs, ...words]
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((parts) => parts.join(''))

const marked = (text: string): string =>
  changeEmbedded(text, {
    address: (url) => `[address ${url}]`,
    assignment: (head, value) => `[${head}|${value}]`,
  })

// Catches an address or an assignment in a script that is missed: its secret would be shown, and stored unencrypted.
it('[R31] finds the same as the single, slow pattern', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const expected = text.replace(both, (_whole, url: string | undefined, head: string, value: string) =>
        url === undefined ? `[${head}|${value}]` : `[address ${url}]`,
      )
      expect(marked(text)).toBe(expected)
      expect(changeAddresses(text, (url) => `[${url}]`)).toBe(text.replace(addresses, '[$&]'))
    }),
    { numRuns: 3_000 },
  )
})

// Catches a value in a server's settings that blocks the event loop while it is searched for secrets.
it('takes time in proportion to the length of the text', () => {
  for (const piece of [...pieces, 'a=b ', ' a=', 'a://', "a://b'", 'a=b!', '--a', 'x=y:'])
    expect([
      piece,
      sizeOfBadGrowth((size) => marked(piece.repeat(size / piece.length)), [8_192, 32_768, 131_072, 524_288]),
    ]).toEqual([piece, null])
})
