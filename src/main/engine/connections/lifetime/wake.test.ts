import { describe, expect, it } from 'vitest'
import type { ConnectionState } from '#contract/servers/server'
import { hasSlept, judgeWake, type WakeVerdict } from '#engine/connections/lifetime/wake'

describe('a wake from sleep', () => {
  const table: Record<ConnectionState['kind'], readonly [local: WakeVerdict, remote: WakeVerdict]> = {
    stopped: ['nothing', 'nothing'],
    starting: ['nothing', 'nothing'],
    ready: ['nothing', 'check'],
    backingOff: ['retry', 'retry'],
    failed: ['nothing', 'nothing'],
    stopping: ['nothing', 'nothing'],
  }
  for (const [kind, [local, remote]] of Object.entries(table))
    it(`while ${kind}: ${local} for a process, ${remote} for a remote server`, () => {
      expect(judgeWake(kind as ConnectionState['kind'], false)).toBe(local)
      expect(judgeWake(kind as ConnectionState['kind'], true)).toBe(remote)
    })

  it.each([
    [5_000, false],
    [29_000, false],
    [30_001, true],
    [-60_000, false],
  ])('with a tick %i ms after the previous one, sleep is detected: %j (a slow tick is not sleep)', (lateMs, slept) => {
    expect(hasSlept(1_000_000, 1_000_000 + lateMs)).toBe(slept)
  })
})
