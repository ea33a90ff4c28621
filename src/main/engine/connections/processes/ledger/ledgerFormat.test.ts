import { describe, expect, it } from 'vitest'
import { formatEnd, formatHeader, formatLaunch, parseLedger } from '#engine/connections/processes/ledger/ledgerFormat'

const header = { run: 'r', boot: 'b', engine: { pid: 100, startedAt: 5 } }
const launch = (number: number) => ({ launch: number, pid: 200 + number, startedAt: 10, label: `server ${number}` })

describe('a ledger', () => {
  it('lists the launches that have not ended', () => {
    const text = [formatHeader(header), ...[1, 2, 3].map(launch).map(formatLaunch), formatEnd(2)].join('')
    expect(parseLedger(text)).toEqual({ header, running: [launch(1), launch(3)] })
  })

  it.each([
    ['a line cut off by a crash', '{"launch":2,"pid":20'],
    ['bytes that are not text', '\0\0\0'],
    ['a pid that would signal a whole group, or every process', '{"launch":2,"pid":-1,"startedAt":1,"label":""}'],
    ['init', '{"launch":2,"pid":1,"startedAt":1,"label":""}'],
    ['no pid', '{"launch":2,"pid":null,"startedAt":1,"label":""}'],
    ['a value that is not an entry', 'null'],
    ['an entry from a later version', '{"something":"else"}'],
  ])('is read despite %s', (_, line) => {
    const text = `${formatHeader(header)}${line}\n${formatLaunch(launch(1))}`
    expect(parseLedger(text)).toEqual({ header, running: [launch(1)] })
  })

  it('has no header if no line contains one', () => {
    expect(parseLedger('')).toEqual({ header: null, running: [] })
    expect(parseLedger('{"run":"r"}\n')).toEqual({ header: null, running: [] })
  })
})
