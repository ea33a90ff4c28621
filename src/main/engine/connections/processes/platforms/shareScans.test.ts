import { describe, expect, it } from 'vitest'
import { shareScans } from '#engine/connections/processes/platforms/createProcessSystem'
import type { ProcessSystem } from '#engine/connections/processes/platforms/processSystem'
import type { ProcessRow } from '#engine/connections/processes/processTable'

function systemThat(snapshot: ProcessSystem['snapshot']): ProcessSystem {
  return {
    boot: '',
    snapshot,
    identify: async () => null,
    mayRun: () => false,
    showsMarks: false,
    markOf: () => null,
    signal: () => {},
  }
}

describe('shared scans', () => {
  it("give every caller a scan that began after the caller's request, with as few scans as possible", async () => {
    const finish: ((rows: readonly ProcessRow[]) => void)[] = []
    const snapshot = () => new Promise<readonly ProcessRow[]>((resolve) => finish.push(resolve))
    const system = shareScans(systemThat(snapshot))

    const first = system.snapshot()
    await Promise.resolve()
    const [second, third] = [system.snapshot(), system.snapshot()]
    expect(finish).toHaveLength(1)
    finish[0]?.([])
    await first
    await Promise.resolve()
    expect(finish).toHaveLength(2)
    finish[1]?.([])
    expect(await second).toBe(await third)
  })

  it('continue after a failed scan', async () => {
    let count = 0
    const snapshot = () => (++count === 1 ? Promise.reject(new Error('no ps')) : Promise.resolve([]))
    const system = shareScans(systemThat(snapshot))
    await expect(system.snapshot()).rejects.toThrow('no ps')
    expect(await system.snapshot()).toEqual([])
  })
})
