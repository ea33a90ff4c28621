import { describe, expect, it } from 'vitest'
import { markInEnvironment } from '#engine/connections/processes/mark'
import { parsePsLine } from '#engine/connections/processes/platforms/darwin'
import { parseStat } from '#engine/connections/processes/platforms/linux'
import { parseProcessLine } from '#engine/connections/processes/platforms/windows'

const afterName = 'S 10 20 30 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 1 0 777 1000 1 18446744073709551615'

describe('a line of /proc/PID/stat', () => {
  it.each([
    ['a plain name', '42 (node)'],
    ['a name with spaces and parentheses (they shift all later fields)', '42 (a) S (b c) 1 2 3)'],
    ['an empty name', '42 ()'],
    ['a name of bytes that are not text', '42 (\u00ff\n\u0080)'],
  ])('is read with %s', (_, beginning) => {
    expect(parseStat(`${beginning} ${afterName}`)).toEqual({
      pid: 42,
      parent: 10,
      group: 20,
      session: 30,
      startedAt: 777,
    })
  })

  it('is ignored if it belongs to a zombie or is truncated', () => {
    expect(parseStat(`42 (node) ${afterName.replace('S', 'Z')}`)).toBeNull()
    expect(parseStat('42 (node) S 10 20')).toBeNull()
    expect(parseStat('')).toBeNull()
  })
})

describe('the mark in an environment', () => {
  it.each([
    ['alone', 'SWITCHBOARD_RUN=a:1\0', 'a:1'],
    ['among others', 'PATH=/bin\0SWITCHBOARD_RUN=a:1\0X=SWITCHBOARD_RUN=b:2\0', 'a:1'],
    ['not in the value of another variable', 'X=SWITCHBOARD_RUN=b:2\0', null],
    ['not under a longer name', 'MY_SWITCHBOARD_RUN=b:2\0', null],
    ['not set', '', null],
  ])('is found %s', (_, environment, mark) => {
    expect(markInEnvironment(environment)).toBe(mark)
  })
})

describe('a line of ps on macOS', () => {
  it('is read with the mark from the environment after the command', () => {
    const line = '  501     1   501 Ss   Wed Nov  8 08:02:16 2026     /usr/bin/node a b=c SWITCHBOARD_RUN=r:7 PATH=/bin'
    const row = { pid: 501, parent: 1, group: 501, session: 501, startedAt: Date.parse('Wed Nov  8 08:02:16 2026') }
    expect(parsePsLine(line)).toEqual({ row, mark: 'r:7' })
  })

  it('is ignored if it belongs to a zombie or is empty', () => {
    expect(parsePsLine('  501     1   501 Z    Wed Nov 18 08:02:16 2026     (node)')).toBeNull()
    expect(parsePsLine('')).toBeNull()
  })
})

describe('a process line on Windows', () => {
  it('is read, with its file time converted to milliseconds', () => {
    const row = { pid: 42, parent: 4, group: 42, session: 42, startedAt: 13_408_905_600_123 }
    expect(parseProcessLine('42 4 134089056001234567\r')).toEqual(row)
    expect(parseProcessLine('')).toBeNull()
  })
})
