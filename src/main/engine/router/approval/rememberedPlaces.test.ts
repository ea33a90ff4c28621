/**
 * Catches an allowance that covers more than what the person read, and a denial that covers less, however a server
 * parses the call's arguments.
 */
import { posix, win32 } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { DecisionEffect } from '#contract/decision'
import { matchesPattern } from '#contract/patternMatch'

const isAbout = (effect: DecisionEffect, value: string, text: unknown) =>
  matchesPattern([{ is: 'startsWith', path: ['a'], value }], { a: text }, effect)

describe('an allowance is read narrowly', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com\\@evil.example/'],
    ['https://api.example.com', 'https://api.example.com@evil.example/'],
    ['https://api.example.com', 'https://api.example.com?@evil.example/'],
    ['https://api.example.com', 'https://api.example.com#@evil.example/'],
    ['https://api.example.com', 'https://api.example.com:444/'],
    ['https://api.example.com', 'https://api.example.com.evil.example/'],
    ['https://api.example.com', 'https://api.example.com\t.evil.example/'],
    ['https://api.example.com/items', 'https://api.example.com/items/..?x'],
    ['https://api.example.com/items', 'https://api.example.com/items/..#x'],
    ['https://api.example.com/items', 'https://api.example.com/items/.%2E/x'],
    ['https://api.example.com/items', 'https://api.example.com/items/%252e%252e/x'],
    ['https://api.example.com/items', 'https://api.example.com/items/..;/x'],
    ['https://api.example.com/items', 'https://api.example.com/items/a%2f..%2fx'],
    ['https://api.example.com/items', 'https://api.example.com/items\\..\\x'],
    ['https://api.example.com/items', 'https://api.example.com/items/．．/x'],
    ['https://api.example.com/a/../items', 'https://api.example.com/a/../items/x'],
    ['https://good\\@evil.example', 'https://good\\@evil.example/x'],
    ['https:', 'https://evil.example'],
    ['https://', 'https://evil.example'],
    ['/srv/data', '/srv/data/..'],
    ['/srv/data', '/srv/data?x'],
    ['/srv/data', '/srv/data/.. /other'],
    ['/srv/data', '/srv/data/x\0/../../etc'],
    ['/srv/data', '/srv/data\\..\\other'],
    ['C:\\data', 'C:\\data\\.. \\other'],
    ['C:\\data', 'C:\\data\\...\\other'],
    ['file:///srv/data', 'file:///srv/data/%2e%2e/other'],
    ['api.example.com', 'api.example.com\\@evil.example'],
  ])('%s does not allow %s', (beginning, text) => {
    expect(isAbout('allow', beginning, text)).toBe(false)
  })

  it.each([
    ['https://api.example.com', 'https://api.example.com/items?x=1'],
    ['https://api.example.com/', 'https://api.example.com/items/a.b'],
    ['https://api.example.com/items?kind=new', 'https://api.example.com/items?kind=new#top'],
    ['https://ada@api.example.com/', 'https://ada@api.example.com/items'],
    ['/srv/data', '/srv/data/a..b/c'],
    ['../shared', '../shared/one'],
    ['C:\\data', 'C:\\data\\one.txt'],
    ['file:///srv/data/', 'file:///srv/data/one'],
    ['go test', 'go test ./...'],
    ['grep -r', 'grep -r a\\.b .'],
  ])('%s allows %s', (beginning, text) => {
    expect(isAbout('allow', beginning, text)).toBe(true)
  })
})

describe('a denial is read broadly', () => {
  it.each([
    ['/etc', '//etc/passwd'],
    ['/etc', '/a/../etc/passwd'],
    // This is an unusual but possible file name in /etc, except on Windows.
    ['/etc', 'etc/\\..'],
    ['/etc', '/etc/\\..\\..'],
    // So are two dots followed by a blank or a control character.
    ['/etc', 'etc/..\n'],
    ['/etc', 'etc/..\t'],
    ['/etc', '/etc/.. '],
    ['/etc', '/./etc/passwd'],
    ['/etc', '/../etc/passwd'],
    ['/etc', ' /etc/passwd'],
    ['/etc', '/%65tc/passwd'],
    ['/etc', '/%2565tc/passwd'],
    ['/etc', '/ETC/passwd'],
    ['/etc', '/etc\0.txt'],
    ['/etc', 'file:///etc/passwd'],
    ['/etc', 'FILE:/etc/passwd'],
    ['/etc', 'file://localhost/etc/passwd'],
    ['/etc', '/proc/self/root/etc/passwd'],
    ['/etc', '../../../etc/passwd'],
    ['/etc', 'a/../../etc/passwd'],
    ['/etc', '\\etc\\passwd'],
    ['/etc/passwd', '/etc/ｐasswd'],
    ['/home/ada/.ssh', '~/.ssh/id_ed25519'],
    ['/home/ada', '~/notes'],
    ['~/.ssh', '/home/ada/.ssh/id_ed25519'],
    ['~/.ssh', '$HOME/.ssh/id'],
    ['~/', '/Users/ada/notes'],
    ['C:\\Windows', 'c:/windows/system32'],
    ['C:\\Windows', '\\\\?\\C:\\Windows\\x'],
    ['C:\\Windows', '\\\\.\\C:\\Windows\\x'],
    ['C:\\Windows', 'C:\\Windows.\\x'],
    ['C:\\Windows', 'C:\\WINDOWS::$INDEX_ALLOCATION\\x'],
    ['C:\\Windows', '\\Windows\\x'],
    ['C:\\Windows', '/mnt/c/Windows/x'],
    ['C:\\Windows', '\\\\localhost\\c$\\Windows\\x'],
    ['C:\\Program Files', 'C:\\PROGRA~1\\x'],
    ['https://evil.com', 'HTTPS://evil.com'],
    ['https://evil.com', 'https://EVIL.com/x'],
    ['https://evil.com', 'http://evil.com/x'],
    ['https://evil.com', 'https://evil.com./x'],
    ['https://evil.com', 'https://evil.com:8443/x'],
    ['https://evil.com', 'https://user@evil.com/x'],
    ['https://evil.com', 'https://good.example\\@evil.com/x'],
    ['https://evil.com', 'https:evil.com/x'],
    ['https://evil.com', 'https:\\\\evil.com/x'],
    ['https://evil.com', '//evil.com/x'],
    ['https://evil.com', 'evil.com/x'],
    ['https://evil.com', 'https://ev\til.com'],
    ['https://evil.com', '\u0001https://evil.com'],
    ['https://evil.com', 'https://%65vil.com'],
    ['https://evil.com', 'https://ｅvil.com'],
    ['https://evil.com', 'https://evil。com'],
    ['https://evil.com', 'git+https://evil.com/x'],
    ['https://evil.com/admin', 'https://evil.com/a/../admin/x'],
    ['https://evil.com/admin', 'https://evil.com//%61dmin'],
    ['https://bücher.example', 'https://xn--bcher-kva.example/x'],
    ['http://127.0.0.1', 'http://2130706433/'],
    ['http://127.0.0.1', 'http://0x7f.1/'],
    ['http://localhost:8080', 'http://[::1]:8080/'],
    ['http://10.0.0.1', 'http://[::ffff:10.0.0.1]/'],
    ['evil.com', 'https://evil.com/x'],
    ['git push', 'git  push --force'],
    ['git push', 'git\tpush'],
  ])('%s denies %j', (beginning, text) => {
    expect(isAbout('deny', beginning, text)).toBe(true)
    expect(isAbout('deny', beginning, ['other', text])).toBe(true)
  })

  it.each([
    ['/etc', '/srv/etc2/x'],
    ['/etc', '/srv/etc/x'],
    ['/a/b', '/b/x'],
    ['/srv/data/secret', '/srv/data/open'],
    ['~/.ssh', '/home/ada/notes'],
    ['~/', '/etc/hosts'],
    ['C:\\Windows', 'D:\\Windows\\x'],
    ['https://evil.com', 'https://good.example/evil.com'],
    ['https://evil.com', 'https://notevil.com'],
    ['https://evil.com/admin', 'https://evil.com/open'],
    ['https://evil.com:8443', 'https://evil.com/'],
    ['ftp://evil.com', 'https://evil.com/'],
    ['/etc', '/srv\n'],
    ['rm', 'ls rm'],
    ['rm', 'ls rm\n'],
  ])('%s does not deny %s', (beginning, text) => {
    expect(isAbout('deny', beginning, text)).toBe(false)
  })

  it('a denial of a single value is also read broadly', () => {
    const denied = (value: string, text: string) =>
      matchesPattern([{ is: 'equal', path: ['a'], value }], { a: text }, 'deny')
    expect(denied('/etc/passwd', '//etc/./passwd')).toBe(true)
    expect(denied('https://evil.com/x', 'HTTPS://EVIL.com/x')).toBe(true)
    expect(denied('/etc', '/etc/passwd')).toBe(false)
    expect(denied('/', '/etc')).toBe(false)
  })

  it('a string that looks like a path but is too long to parse is denied', () => {
    expect(isAbout('deny', '/etc', `${'/x/..'.repeat(20_000)}/etc/passwd`)).toBe(true)
    expect(isAbout('deny', '/etc', 'words '.repeat(20_000))).toBe(false)
  })
})

const separators = [
  '/',
  '/',
  '//',
  '\\',
  '..',
  '.',
  '...',
  '?',
  '#',
  '@',
  ':',
  ';',
  ' ',
  '\t',
  '\n',
  '\0',
  '~',
  '．',
  '／',
]
const encoded = ['%00', '%2e', '%2E%2e', '%2f', '%5c', '%252e', '%65']
const names = ['x', 'X', 'etc', 'ETC', 'items', 'passwd', 'evil.example', '443']
const pieces = [...separators, ...encoded, ...names]
const nasty = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''))

/** Parses by RFC 3986, in which backslashes have no meaning. In the standard that browsers follow, they have one. */
function byGrammar(text: string) {
  const [, scheme = '', authority = '', path = ''] = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)/.exec(text) ?? []
  return { origin: `${scheme}://${authority.slice(authority.lastIndexOf('@') + 1)}`.toLowerCase(), path }
}

function decodedOnce(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

test('everything that an allowed URL covers has the same origin and is below the same path, by every parser', () => {
  const [origin, folder] = ['https://api.example.com', '/items']
  const isBelow = (path: string) => path === folder || path.startsWith(`${folder}/`)
  let covered = 0
  fc.assert(
    fc.property(fc.constantFrom(origin, `${origin}${folder}`), nasty, (beginning, rest) => {
      const text = beginning + rest
      if (!isAbout('allow', beginning, text)) return
      covered += 1
      const mustBeBelow = beginning !== origin
      const url = new URL(text)
      expect([url.origin, url.username, url.password]).toEqual([origin, '', ''])
      expect(byGrammar(text).origin).toBe(origin)
      if (!mustBeBelow) return
      expect(isBelow(url.pathname)).toBe(true)
      for (const path of [byGrammar(text).path, decodedOnce(byGrammar(text).path)])
        for (const resolved of [posix.normalize(path), win32.normalize(path).replaceAll('\\', '/')])
          expect([text, isBelow(resolved)]).toEqual([text, true])
    }),
    { numRuns: 5_000 },
  )
  expect(covered).toBeGreaterThan(10)
})

test('everything that an allowed folder covers is below it, by every parser', () => {
  let covered = 0
  fc.assert(
    fc.property(fc.constantFrom('/srv/items', 'C:\\srv\\items'), nasty, (beginning, rest) => {
      const text = beginning + rest
      if (!isAbout('allow', beginning, text)) return
      covered += 1
      for (const written of [text, decodedOnce(text), text.normalize('NFKC')]) {
        const resolved = beginning.startsWith('/') ? [posix.resolve(written)] : []
        for (const one of [
          ...resolved,
          win32
            .resolve('C:\\', written)
            .replace(/^C:(?=\\)/i, '')
            .replaceAll('\\', '/'),
        ])
          expect([text, one === '/srv/items' || one.startsWith('/srv/items/')]).toEqual([text, true])
      }
    }),
    { numRuns: 5_000 },
  )
  expect(covered).toBeGreaterThan(10)
})

test('every path that leads to a denied folder from a folder above is denied', () => {
  const beginnings = fc.constantFrom('', '/', '//', '\\', './', '../', 'x/', 'file://', 'C:', 'c:\\', '~/../', ' ')
  let denied = 0
  fc.assert(
    fc.property(beginnings, nasty, (beginning, rest) => {
      const text = beginning + rest
      const spellings = [text, decodedOnce(text), text.replace(/^file:\/\//, ''), text.split('\0', 1)[0] ?? '']
      const places = spellings.flatMap((one) => [
        ...['/', '/srv', '/x/x'].map((folder) => posix.resolve(folder, one)),
        ...['C:\\', 'C:\\srv'].map((folder) => win32.resolve(folder, one).toLowerCase().replaceAll('\\', '/').slice(2)),
      ])
      // No system allows a NUL in a file name.
      const leads = places.some((place) => !place.includes('\0') && (place === '/etc' || place.startsWith('/etc/')))
      if (!leads) return
      denied += 1
      expect([text, isAbout('deny', '/etc', text)]).toEqual([text, true])
    }),
    { numRuns: 5_000 },
  )
  expect(denied).toBeGreaterThan(20)
})

test('every string that opens a denied URL is denied', () => {
  const beginnings = fc.constantFrom(
    'https:',
    'HTTPS://',
    'http:/',
    'https:\\\\',
    ' https://',
    'wss://',
    'https://x@',
    'https://x\\@',
  )
  const hosts = fc.constantFrom(
    'evil.example',
    'EVIL.example',
    'evil.example.',
    'ev%69l.example',
    'ｅvil.example',
    'evil.example:1',
  )
  let denied = 0
  fc.assert(
    fc.property(beginnings, hosts, nasty, (beginning, host, rest) => {
      const text = beginning + host + rest
      if (!URL.canParse(text) || new URL(text).hostname.replace(/\.$/, '') !== 'evil.example') return
      denied += 1
      expect([text, isAbout('deny', 'https://evil.example', text)]).toEqual([text, true])
      const { pathname } = new URL(text)
      if (pathname === '/items' || pathname.startsWith('/items/'))
        expect([text, isAbout('deny', 'https://evil.example/items', text)]).toEqual([text, true])
    }),
    { numRuns: 5_000 },
  )
  expect(denied).toBeGreaterThan(200)
})
