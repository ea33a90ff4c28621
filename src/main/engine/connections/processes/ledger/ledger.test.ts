import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ledgerFolder, openLedger } from '#engine/connections/processes/ledger/ledger'
import { parseLedger } from '#engine/connections/processes/ledger/ledgerFormat'
import { temporaryFolder } from '#test/support/temporaryFolder'

const header = { run: 'r', boot: 'b', engine: { pid: 100, startedAt: 5 } }
const launch = (number: number) => ({ launch: number, pid: 200 + number, startedAt: 10, label: 'x' })

describe('the file of a ledger', () => {
  it('contains the header before any process starts, and each entry as soon as it is written', async () => {
    const ledger = openLedger(await temporaryFolder(), header)
    expect(parseLedger(readFileSync(ledger.file, 'utf8'))).toEqual({ header, running: [] })
    ledger.started(launch(1))
    ledger.started(launch(2))
    ledger.ended(1)
    expect(parseLedger(readFileSync(ledger.file, 'utf8')).running).toEqual([launch(2)])
    ledger.remove()
  })

  it('stays small and correct over thousands of restarts, for example of a server that crashes for a month', async () => {
    const folder = await temporaryFolder()
    const ledger = openLedger(folder, header)
    ledger.started(launch(0))
    for (let number = 1; number <= 10_000; number += 1) {
      ledger.started(launch(number))
      if (number > 1) ledger.ended(number - 1)
    }
    const text = readFileSync(ledger.file, 'utf8')
    expect(text.length).toBeLessThan(200_000)
    expect(parseLedger(text)).toEqual({ header, running: [launch(0), launch(10_000)] })
    expect(readdirSync(ledgerFolder(folder))).toEqual(['r.jsonl'])
    ledger.remove()
    expect(readdirSync(ledgerFolder(folder))).toEqual([])
  })
})
