import fc from 'fast-check'
import { expect, test } from 'vitest'
import { argumentPattern } from '#contract/decision'
import { matchesPattern } from '#contract/patternMatch'
import { patternPreview, patternSuggestions } from '#renderer/parts/question/approval/patternSuggestions.ts'
import { patternText } from '#renderer/model/questions/patternWords.ts'

const words = (args: Record<string, unknown>) => patternSuggestions(args).map((pattern) => patternText({ pattern }))

test.each<[Record<string, unknown>, string[]]>([
  [
    { path: '/home/ada/notes.txt' },
    ['calls where path starts with "/home/ada/"', 'calls where path is "/home/ada/notes.txt"'],
  ],
  [{ path: '/notes.txt' }, ['calls where path is "/notes.txt"']],
  [
    { path: 'C:\\work\\a.txt' },
    ['calls where path starts with "C:\\\\work\\\\"', 'calls where path is "C:\\\\work\\\\a.txt"'],
  ],
  [
    { url: 'https://example.org/a?b=1' },
    ['calls where url starts with "https://example.org/"', 'calls where url is "https://example.org/a?b=1"'],
  ],
  [
    { command: 'git log --oneline' },
    ['calls where command starts with "git log"', 'calls where command is "git log --oneline"'],
  ],
  [{ command: 'rm -rf /' }, ['calls where command is "rm -rf /"']],
  [
    { in: { mode: 'r' }, deep: true },
    ['calls where in.mode is "r"', 'calls where deep is true', 'calls where in.mode is "r" and deep is true'],
  ],
  [{ list: [1, 2], mode: null }, ['calls where mode is null']],
  [{ text: 'x'.repeat(201) }, []],
  [{}, []],
  [
    { key: 'a [redacted] b', path: '/srv/a/b' },
    ['calls where path starts with "/srv/a/"', 'calls where path is "/srv/a/b"'],
  ],
])('the arguments %j lead to %j: no suggestion covers a whole disk or any use of a program', (args, expected) => {
  expect(words(args)).toEqual(expected)
})

test('a prefix that leads elsewhere, or into a second command, is not suggested', () => {
  expect(words({ path: '/srv/../etc/passwd' })).toEqual(['calls where path is "/srv/../etc/passwd"'])
  expect(words({ command: 'git log; rm -rf /' })).toEqual(['calls where command is "git log; rm -rf /"'])
})

test('whatever the arguments are, each suggestion matches them and can be sent', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (args) => {
      for (const pattern of patternSuggestions(args)) {
        expect(matchesPattern(pattern, args, 'allow')).toBe(true)
        expect(argumentPattern.safeParse(pattern).success).toBe(true)
      }
    }),
  )
})

test('the preview shows what a prefix covers, and what lies outside it', () => {
  expect(patternPreview([{ is: 'startsWith', path: ['path'], value: '/srv/data/' }])).toEqual({
    about: ['/srv/data/another'],
    notAbout: ['/srv/data/../another', '/srv/data2/another'],
  })
  expect(patternPreview([{ is: 'startsWith', path: ['command'], value: 'git log' }])).toEqual({
    about: ['git log one'],
    notAbout: ['git log one; another', 'git log2'],
  })
  expect(patternPreview([{ is: 'equal', path: ['a'], value: 1 }])).toEqual({ about: [], notAbout: [] })
})

test('a decision says exactly which calls it applies to: a person chooses by these words which one to delete', () => {
  expect(patternText({ pattern: null })).toBe('every call')
  expect(
    patternText({
      pattern: [
        { is: 'equal', path: ['mode'], value: null },
        { is: 'startsWith', path: ['in', 'path'], value: '/tmp/\u202e' },
      ],
    }),
  ).toBe('calls where mode is null and in.path starts with "/tmp/⟨202E⟩"')
})
