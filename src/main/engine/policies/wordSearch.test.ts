import { expect, test } from 'vitest'
import { maxQueryWords, WordSearch } from '#engine/policies/wordSearch'

const tools = [
  ['read_file', 'Reads a file from disk'],
  ['writeFile', 'Writes text into a file'],
  [
    'list_issues',
    'Lists the issues of a repository, newest first, with labels, people and many other words that say little',
  ],
  ['create_issue', 'Creates an issue'],
  ['search', 'Searches files for text'],
] as const
const search = new WordSearch(tools, ([name, description]) => [
  { text: name, weight: 3 },
  { text: description, weight: 1 },
])
const namesFor = (query: string, limit = 10) => search.find(query, limit).map(([name]) => name)

// Catches a search in which the tool that is meant is not the first.
test.each([
  ['read file', 'read_file'],
  ['write', 'writeFile'],
  ['issue', 'create_issue'],
  ['list all issues', 'list_issues'],
  ['SEARCHING for text? search!', 'search'],
])('%s finds %s first', (query, name) => {
  expect(namesFor(query)[0]).toBe(name)
})

// Catches names in one style that are not found in another, and plurals.
test('words are words in whatever style a name is written', () => {
  expect(namesFor('file')).toEqual(expect.arrayContaining(['read_file', 'writeFile', 'search']))
  expect(namesFor('repositor')).toEqual(['list_issues'])
})

// Catches an answer to a question that has none, and one that is longer than asked for.
test('finds nothing for nothing, and no more than is wanted', () => {
  expect(namesFor('')).toEqual([])
  expect(namesFor('zebra')).toEqual([])
  expect(namesFor('file', 2)).toHaveLength(2)
  expect(new WordSearch([], () => []).find('file', 5)).toEqual([])
})

// Catches a word that is exact in one tool and hides the tools where it only begins a word, or counts both in one.
test('a word counts where it stands, and where it begins a word of a text that does not have it', () => {
  const texts = ['add adder', 'adder', 'subtract']
  const found = new WordSearch(texts, (text) => [{ text, weight: 1 }]).find('add', 5)
  expect(found).toEqual(['add adder', 'adder'])
})

// Catches a query that keeps the loop busy: a megabyte of words over some hundred tools took 18 s.
test('of a query so many words are looked for, and no more', () => {
  const others = Array.from({ length: maxQueryWords }, (_, number) => `zebra${number}`)
  expect(namesFor([...others, 'write'].join(' '))).toEqual([])
  expect(namesFor([...others.slice(1), 'write'].join(' '))).toEqual(['writeFile'])
})
