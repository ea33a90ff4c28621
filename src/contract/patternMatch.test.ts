import { describe, expect, it } from 'vitest'
import type { ArgumentRule } from '#contract/decision'
import { matchesPattern } from '#contract/patternMatch'

const begins = (value: string, ...path: string[]): ArgumentRule => ({
  is: 'startsWith',
  path: path.length === 0 ? ['a'] : path,
  value,
})
const equals = (value: string | number | boolean | null, ...path: string[]): ArgumentRule => ({
  is: 'equal',
  path,
  value,
})

describe('matchesPattern', () => {
  it.each<[string, ArgumentRule[], unknown, boolean]>([
    ['an equal string', [equals('x', 'a')], { a: 'x' }, true],
    ['a different string', [equals('x', 'a')], { a: 'xy' }, false],
    ['an equal null', [equals(null, 'a')], { a: null }, true],
    ['a missing value for null', [equals(null, 'a')], {}, false],
    ['a number for a string', [equals('1', 'a')], { a: 1 }, false],
    ['a nested value', [equals(true, 'a', 'b')], { a: { b: true } }, true],
    ['all rules match', [equals(1, 'a'), equals(2, 'b')], { a: 1, b: 2 }, true],
    ['not all rules match', [equals(1, 'a'), equals(2, 'b')], { a: 1, b: 3 }, false],
    ['an inherited property', [begins('function', 'constructor')], {}, false],
    ['no arguments', [equals('x', 'a')], null, false],
  ])('%s', (_title, pattern, args, expected) => {
    expect(matchesPattern(pattern, args, 'allow')).toBe(expected)
    expect(matchesPattern(pattern, args, 'deny')).toBe(expected)
  })

  /**
   * Catches a decision "within this folder" that lets a call out of the folder, and "this command" that lets in a
   * second one.
   */
  it.each<[string, string, string, boolean]>([
    ['the folder itself', '/srv/data', '/srv/data', true],
    ['a file in the folder', '/srv/data', '/srv/data/one.txt', true],
    ['a file in a folder written with a slash', '/srv/data/', '/srv/data/one.txt', true],
    ['a folder with a longer name', '/srv/data', '/srv/database', false],
    ['a folder whose name continues after a space', '/srv/data', '/srv/data of others', false],
    ['a climb', '/srv/data/', '/srv/data/../other', false],
    ['a climb at the end', '/srv/data', '/srv/data/..', false],
    ['an encoded climb', 'http://a.b/x', 'http://a.b/x/%2e%2E/y', false],
    ['an encoded separator', 'http://a.b/x', 'http://a.b/x/..%2fy', false],
    ['a climb on Windows', 'C:\\data', 'C:\\data\\..\\other', false],
    ['two dots in a name', '/srv/data', '/srv/data/a..b', true],
    ['another host', 'https://good.example', 'https://good.example.evil.example/', false],
    ['a user name that is a host', 'https://good.example', 'https://good.example@evil.example/', false],
    ['a port', 'https://good.example', 'https://good.example:8443/', false],
    ['a path of a host', 'https://good.example', 'https://good.example/a?b=c', true],
    ['more words', 'npm test', 'npm test --watch', true],
    ['a longer word', 'npm test', 'npm tester', false],
    ['a second command', 'npm test', 'npm test; rm -rf ~', false],
    ['a command in a command', 'npm test', 'npm test $(rm x)', false],
    ['a line break', 'npm test', 'npm test\nrm x', false],
    ['a redirection', 'npm test', 'npm test > /etc/passwd', false],
    ['an empty string', '1', '', false],
  ])('an allowance of a beginning: %s', (_title, beginning, given, expected) => {
    expect(matchesPattern([begins(beginning)], { a: given }, 'allow')).toBe(expected)
  })

  it('a denied prefix covers everything that begins with it', () => {
    expect(matchesPattern([begins('/srv/data')], { a: '/srv/database' }, 'deny')).toBe(true)
    expect(matchesPattern([begins('rm')], { a: 'rm\n-rf' }, 'deny')).toBe(true)
  })
})
