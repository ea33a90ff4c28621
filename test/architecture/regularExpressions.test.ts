/** Each regular expression of the source reads strings that are made to keep it busy. */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'
import { sizeOfBadGrowth } from '#test/support/growth'

interface Found {
  readonly file: string
  readonly pattern: RegExp
}

/** Finds regular expressions. They begin after a character that cannot end a value. */
const literal =
  /(?<=[=(,:[!&|?{};]\s*|return |^\s*)\/(?![*/])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/gm

/** Expressions that only read texts of limited length, with the reason for the limit. */
const bounded = new Map([
  ['rejected with the reason "(.+)"\\.?$', 'one line of what a program printed'],
  ["panicked at '(.*)', \\S+$", 'one line of what a program printed'],
])

function patternsOf(file: string): Found[] {
  return [...readText(file).matchAll(literal)].flatMap(([, source = '', flags = '']) => {
    try {
      return [{ file, pattern: new RegExp(source, flags.replace(/[gy]/g, '')) }]
    } catch {
      return []
    }
  })
}

const patterns = listFiles('src')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
  .flatMap(patternsOf)

const samples: Readonly<Record<string, string>> = {
  s: ' ',
  S: 'a',
  w: 'a',
  W: '!',
  d: '1',
  D: 'a',
  n: '\n',
  r: '\r',
  t: '\t',
  b: '',
  B: '',
  0: '\0',
}

/** Returns a character of each kind in the class, or characters outside a negated class. */
function ofClass(inside: string): string[] {
  if (inside.startsWith('^'))
    return ['a', ' ', '\n', '{', '"'].filter(
      (char) => !inside.includes(char === '\n' ? '\\n' : char === ' ' ? '\\s' : char),
    )
  const chars = [...inside.matchAll(/\\([a-zA-Z])|\\(.)|([^\\])(?:-[^\]])?/g)]
  return chars.map(([, kind, escaped, plain]) => escaped ?? plain ?? samples[kind ?? ''] ?? 'a').slice(0, 6)
}

/** Returns strings that the pieces of the pattern match. */
function pieces(source: string): string[] {
  const token =
    /\\[pP]\{[^}]*\}|\\k<\w+>|\\u\{?[\da-fA-F]+\}?|\\x[\da-fA-F]{2}|\\(.)|\[((?:[^\]\\]|\\.)*)\]|\(\?(?:<?[=!]|:|<\w+>)|[()|^$*+?]|\{\d+(?:,\d*)?\}|(.)/gs
  const found: string[] = []
  let word = ''
  const end = () => {
    if (word !== '') found.push(word)
    word = ''
  }
  for (const [whole, escaped, inside, plain] of source.matchAll(token)) {
    if (inside !== undefined) {
      end()
      found.push(...ofClass(inside))
    } else if (escaped !== undefined && /[a-zA-Z0]/.test(escaped)) {
      end()
      found.push(samples[escaped] ?? 'a')
    } else if (escaped !== undefined) word += escaped
    else if (plain === '.') {
      end()
      found.push('a')
    } else if (plain !== undefined) word += plain
    else {
      end()
      if (whole.startsWith('\\u') || whole.startsWith('\\x') || whole.startsWith('\\p')) found.push('é')
    }
  }
  end()
  return [...new Set(found.filter((piece) => piece !== ''))]
}

/**
 * Yields functions that make strings of about a given length. Each string repeats a run of pieces after the pieces
 * before it, and ends with text that does not match.
 */
function* hostileTexts(source: string): Generator<(size: number) => string> {
  const all = pieces(source).slice(0, 24)
  const pumps = new Set<string>(['a', ' ', '\n', '\n\n'])
  const ordered = [...pieces(source.replaceAll(/\|/g, ''))].slice(0, 24)
  for (const list of [all, ordered])
    for (let from = 0; from < list.length; from += 1)
      for (let length = 1; length <= 4 && from + length <= list.length; length += 1)
        pumps.add(list.slice(from, from + length).join(''))
  for (const pump of pumps) {
    const at = all.findIndex((piece) => pump.startsWith(piece))
    const prefixes = new Set(['', all.slice(0, Math.max(0, at)).join(''), all[0] ?? ''])
    for (const prefix of prefixes)
      for (const suffix of ['', '\u0001', '\n!', '!'])
        yield (size) => prefix + pump.repeat(Math.ceil(size / pump.length)) + suffix
  }
}

/** The lengths of the strings. The first ones are small, to find exponential growth before it takes for ever. */
const sizes = [32, 64, 80, 96, 112, 128, 512, 2_048, 8_192, 32_768]

function problemOf({ file, pattern }: Found): string | null {
  for (const text of hostileTexts(pattern.source)) {
    const size = sizeOfBadGrowth((wanted) => pattern.test(text(wanted)), sizes)
    if (size !== null) return `${file}: /${pattern.source}/ with ${JSON.stringify(text(40).slice(0, 60))} at ${size}`
  }
  return null
}

// Catches a pattern that blocks the event loop, or the page, for seconds with a few kilobytes of untrusted text.
test('the time of every regular expression grows about in proportion to its input', () => {
  expect(patterns.length).toBeGreaterThan(200)
  const found = patterns.filter(({ pattern }) => !bounded.has(pattern.source))
  expect(found.flatMap((one) => problemOf(one) ?? [])).toEqual([])
}, 120_000)
