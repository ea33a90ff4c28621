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

// Catches a search in which the intended tool does not come first.
test.each([
  ['read file', 'read_file'],
  ['write', 'writeFile'],
  ['issue', 'create_issue'],
  ['list all issues', 'list_issues'],
  ['SEARCHING for text? search!', 'search'],
])('%s finds %s first', (query, name) => {
  expect(namesFor(query)[0]).toBe(name)
})

// Catches words that are not found because of another naming style or a plural.
test('words are found in any naming style', () => {
  expect(namesFor('file')).toEqual(expect.arrayContaining(['read_file', 'writeFile', 'search']))
  expect(namesFor('repositor')).toEqual(['list_issues'])
})

// Catches results for a query without words, and more results than requested.
test('an empty query finds nothing, and the limit is kept', () => {
  expect(namesFor('')).toEqual([])
  expect(namesFor('zebra')).toEqual([])
  expect(namesFor('file', 2)).toHaveLength(2)
  expect(new WordSearch([], () => []).find('file', 5)).toEqual([])
})

// Catches an exact match in one tool that hides tools with only a prefix match, and a tool for which both kinds of
// match count.
test('a word counts as itself, and as a prefix only in texts that do not contain it', () => {
  const texts = ['add adder', 'adder', 'subtract']
  const found = new WordSearch(texts, (text) => [{ text, weight: 1 }]).find('add', 5)
  expect(found).toEqual(['add adder', 'adder'])
})

// Catches a query that blocks the event loop: a megabyte of words, over a few hundred tools, once took 18 s.
test("only a limited number of a query's words is looked up", () => {
  const others = Array.from({ length: maxQueryWords }, (_, number) => `zebra${number}`)
  expect(namesFor([...others, 'write'].join(' '))).toEqual([])
  expect(namesFor([...others.slice(1), 'write'].join(' '))).toEqual(['writeFile'])
})
