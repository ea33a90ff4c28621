/**
 * Parsers of untrusted text read strings that are made to keep them busy. Their time must grow in proportion to the
 * length of the string.
 */
import { expect, test } from 'vitest'
import { WordSearch } from '#engine/policies/wordSearch'
import { parseMarkdown } from '#renderer/features/chat/markdown/parseMarkdown.ts'
import { sizeOfBadGrowth } from '#test/support/growth'

type TextOf = (size: number) => string

const again =
  (piece: string): TextOf =>
  (size) =>
    piece.repeat(Math.ceil(size / piece.length))

const words: Readonly<Record<string, TextOf>> = {
  'many words': (size) => Array.from({ length: size / 6 }, (_, number) => number.toString(36)).join(' '),
  'one long word': again('a'),
  'words that begin alike': again('abc '),
  'a change of case at each letter': again('aB'),
}

/** Searches 20 strings that are prefixes of the query, so that the search finds as much as possible. */
function search(text: string): unknown {
  const many = Array.from({ length: 20 }, () => text.slice(0, 2_000))
  return new WordSearch(many, (one) => [{ text: one, weight: 1 }]).find(text, 5)
}

const index = (text: string) => new WordSearch([text], (one) => [{ text: one, weight: 1 }])

// Catches a query that blocks the event loop. A megabyte of words over 206 tools took 18 s.
test.each(Object.entries(words))('searching tools with %s stays within the time limit', (_title, textOf) => {
  const sizes = [10_000, 40_000, 160_000, 640_000]
  expect(sizeOfBadGrowth((size) => search(textOf(size)), sizes)).toBeNull()
  expect(sizeOfBadGrowth((size) => index(textOf(size)), sizes)).toBeNull()
})

/** Syntax for which the parser looks ahead at each letter, nests, or creates more than the text contains. */
// oxfmt-ignore
const pieces = [
  'a.', 'a@b.c ', 'a@a.', 'a-b_c+d.e', '[', '](', '[a](', '![', '[a][b] ', '` ', '``a`', '<',
  '<a ', '<a href="', '<!--', '</', '<http:', 'http://a', 'www.a', 'www.a_b ', '*a ', '**a', '*a_b ', 'a**b',
  '*_', '_a_b', '***a ', '~~a ', '~a', '\\', '\\[', '\\(', '\\*a', '$', '$a ', '&a',
  '?!.', '>', '> ', '>\n', '- ', '-\n', '- a\n', '- - a\n', '- a\n\n', '1. ', '1) a\n', '* * ',
  '|', '|a\n', '|-|-\n', '# a\n', 'a\n=\n', '```\n', '```a', '[a]: b\n', '[a]:\n', '[a]: <', ' \n', '\n',
  'a  \n', '\t', '    a\n', '- - - \n', '<div>\n', '[x](<b', '[a](b "', '![a](', '[](', '- [ ] ', '*[a]', '**[a](b',
  '`[', '<a>*', '$$\n', '\\[\n', '- ```\n', 'mailto:',
]

const markdown: Readonly<Record<string, TextOf>> = {
  ...Object.fromEntries(pieces.map((piece) => [JSON.stringify(piece), again(piece)])),
  'one letter and an @': (size) => `${'a'.repeat(size)}@`,
  'letters with dots and an @': (size) => `${'a.'.repeat(size / 2)}@`,
  'brackets in brackets': (size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'longer and longer rows of backticks': (size) =>
    Array.from({ length: Math.sqrt(size * 2) }, (_, count) => '`'.repeat(count + 1)).join(' '),
  'an address with many brackets at its end': (size) => `http://a.b/${')'.repeat(size)}`,
  'an address with many names of characters': (size) => `http://a.b/${'&a;'.repeat(size / 3)}`,
  'an address with many signs': (size) => `http://a.b/${'?!.'.repeat(size / 3)}`,
  'an address with a long row': (size) => `https://a${'_'.repeat(size)}`,
  'lists in lists': (size) =>
    Array.from({ length: Math.sqrt(size) }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n'),
  'markers and a word': (size) => `${'* '.repeat(size / 2)}x`,
  'a long table': (size) => `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(size / 6)}`,
  'a wide table': (size) => `${'|a'.repeat(size / 5)}|\n${'|-'.repeat(size / 5)}|\n|1|\n`,
  'a wide table of empty rows': (size) => {
    const columns = Math.sqrt(size)
    return `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(size / 2)}`
  },
  'lines above a row of =': (size) => `${'a\n'.repeat(size / 2)}===`,
}

// Catches a message that blocks the page. 80 KB of `a.a.a…@` took 10 s.
test.each(Object.entries(markdown))('reading Markdown made of %s stays within the time limit', (_title, textOf) => {
  expect(sizeOfBadGrowth((size) => parseMarkdown(textOf(size)), [4_000, 16_000, 64_000, 256_000])).toBeNull()
})
