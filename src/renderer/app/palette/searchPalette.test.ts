import { describe, expect, test } from 'vitest'
import { marksOf, searchedText, wordQuality, wordsOf } from '#renderer/app/palette/matchWords.ts'
import { paletteMove } from '#renderer/app/palette/paletteKeys.ts'
import type { PaletteGroup } from '#renderer/app/palette/paletteEntry.ts'
import { readRecent, withUsed } from '#renderer/app/palette/recent.ts'
import { indexEntries, maxPerGroup, searchPalette } from '#renderer/app/palette/searchPalette.ts'

const entry = (title: string, group: PaletteGroup = 'Tools', also: string[] = []) => ({ id: title, group, title, also })
type Entry = ReturnType<typeof entry>

const find = (entries: Entry[], typed: string, recent: string[] = [], byContent: Entry[] = []) =>
  searchPalette(indexEntries(entries), { typed, recent, byContent })
const titles = (groups: ReturnType<typeof find>) => groups.flatMap(({ found }) => found.map((one) => one.entry.title))

test('the start of a title matches better than that of a word, then the inside of a word, then scattered letters', () => {
  const qualities = ['issue_list', 'list_issues', 'reissue', 'import_sleeping_sue', 'nothing'].map((title) =>
    wordQuality(searchedText(title), 'issue'),
  )
  expect(qualities).toEqual([4, 3, 2, 1, 0])
})

test.each([
  ['createIssue', 'issue', 3],
  ['create-issue', 'issue', 3],
  ['Import a configuration file', 'git', 0],
  ['lend', 'end', 2],
  ['backend', 'bd', 1],
  ['İstanbul', 'bul', 2],
])('%s for "%s" has the quality %d', (title, word, quality) => {
  expect(wordQuality(searchedText(title), word)).toBe(quality)
})

describe('results', () => {
  test('are ranked by how the words match, whatever the order of the entries', () => {
    expect(titles(find([entry('a_long_inch'), entry('unlinked'), entry('the_link'), entry('link')], 'lin'))).toEqual([
      'link',
      'the_link',
      'unlinked',
      'a_long_inch',
    ])
  })

  test('contain every word, but some words may be in text that is not shown', () => {
    const entries = [entry('create_issue', 'Tools', ['github']), entry('create_page', 'Tools', ['notion'])]
    expect(titles(find(entries, 'github create'))).toEqual(['create_issue'])
    expect(titles(find(entries, 'create nothing'))).toEqual([])
  })

  test('of the same quality are ranked by when they were used; a better match stays first', () => {
    const entries = [entry('read_a'), entry('read_b'), entry('spread')]
    expect(titles(find(entries, 'read', ['spread', 'read_b']))).toEqual(['read_b', 'read_a', 'spread'])
  })

  test('of the group with the best match come first', () => {
    const entries = [entry('unlinked', 'Tools'), entry('Linear', 'Servers')]
    expect(find(entries, 'lin').map(({ title }) => title)).toEqual(['Servers', 'Tools'])
  })

  // Catches `linear` + Enter switching the server off instead of opening it.
  test('of the same quality name the thing before the commands on it', () => {
    const entries = [entry('Light theme', 'Commands'), entry('linear', 'Servers')]
    expect(find(entries, 'li').map(({ title }) => title)).toEqual(['Servers', 'Commands'])
  })

  // Catches `git` listing the tools of the server git before the server, because they were loaded first.
  test('of the same quality come in the order of the groups, whichever was indexed first', () => {
    const entries = [entry('git_log', 'Tools'), entry('git', 'Servers'), entry('git help', 'Pages')]
    expect(find(entries, 'git').map(({ title }) => title)).toEqual(['Pages', 'Servers', 'Tools'])
  })

  test('by content follow those by title, each once', () => {
    const found = find(
      [entry('Plans', 'Conversations'), entry('Budget plan', 'Conversations')],
      'plan',
      [],
      [entry('Holiday', 'Conversations'), entry('Plans', 'Conversations')],
    )
    expect(titles(found)).toEqual(['Plans', 'Budget plan', 'Holiday'])
  })
})

test('of 5,000 tools each title is read once for the index and never for a search, and a search keeps only a few', () => {
  let reads = 0
  const tools = Array.from({ length: 5_000 }, (_, at) => {
    const one = entry(`tool_${at}`)
    return Object.defineProperty({ ...one }, 'title', {
      get: () => {
        reads += 1
        return one.title
      },
    })
  })
  const index = indexEntries(tools)
  for (const typed of ['t', 'to', 'too', 'tool', 'tool_4', 'o_4', 'tl9', '']) {
    const found = searchPalette(index, { typed, recent: [] }).flatMap((group) => group.found)
    expect(found.length).toBeLessThanOrEqual(maxPerGroup)
  }
  expect(reads).toBe(5_000)
})

test('before anything is typed, recently used entries come first and are not repeated, without those that are gone', () => {
  const groups = find([entry('one'), entry('two'), entry('Chat', 'Pages')], ' ', ['two', 'gone'])
  expect(groups.map(({ title, found }) => [title, ...found.map((one) => one.entry.title)])).toEqual([
    ['Recent', 'two'],
    ['Pages', 'Chat'],
    ['Tools', 'one'],
  ])
})

test.each([
  [
    'create_issue',
    'iss cr',
    [
      [0, 2],
      [7, 10],
    ],
  ],
  [
    'backend',
    'bd',
    [
      [0, 1],
      [6, 7],
    ],
  ],
  ['Plan', 'gone', []],
] as const)('in %s the letters of "%s" are marked', (title, typed, marks) => {
  expect(marksOf(searchedText(title), wordsOf(typed))).toEqual(marks)
})

describe('the list of recently used entries', () => {
  test('is kept newest first, each once, up to a limit', () => {
    const many = Array.from({ length: 30 }, (_, at) => `id-${at}`).reduce<string[]>(withUsed, [])
    expect(many).toHaveLength(20)
    expect(withUsed(many, 'id-15').slice(0, 2)).toEqual(['id-15', 'id-29'])
    expect(withUsed([], 'x'.repeat(10_000))).toEqual([])
  })

  test.each([[null], ['{'], ['{"a":1}'], ['[1,null,""]'], [`["${'x'.repeat(1_000)}"]`]])(
    'survives the stored text %s',
    (stored) => {
      expect(readRecent(stored)).toEqual([])
    },
  )
})

test.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 19, 0],
  ['ArrowUp', 0, 19],
  ['PageDown', 15, 19],
  ['PageUp', 5, 0],
  ['Home', 7, 0],
  ['End', 7, 19],
  ['a', 7, null],
])('of 20 results, %s leads from %d to %s', (key, at, to) => {
  expect(paletteMove(key, at, 20)).toBe(to)
})

test('without results the keys are for the field', () => {
  expect(paletteMove('ArrowDown', 0, 0)).toBeNull()
})
