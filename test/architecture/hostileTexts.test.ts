/** What reads texts of anybody, with texts that are made to keep it busy: its time grows as their length does. */
import { expect, test } from 'vitest'
import { WordSearch } from '#engine/policies/wordSearch'
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

/** The 20 texts that are searched are the beginnings of what is looked for, so that as much as can be is found. */
function search(text: string): unknown {
  const many = Array.from({ length: 20 }, () => text.slice(0, 2_000))
  return new WordSearch(many, (one) => [{ text: one, weight: 1 }]).find(text, 5)
}

const index = (text: string) => new WordSearch([text], (one) => [{ text: one, weight: 1 }])

// Catches a query that keeps the loop busy: a megabyte of words over some hundred tools took 18 s.
test.each(Object.entries(words))('tools are searched by %s in time', (_title, textOf) => {
  const sizes = [10_000, 40_000, 160_000, 640_000]
  expect(sizeOfBadGrowth((size) => search(textOf(size)), sizes)).toBeNull()
  expect(sizeOfBadGrowth((size) => index(textOf(size)), sizes)).toBeNull()
})
