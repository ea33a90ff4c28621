/**
 * Tests the order of closing stdin, SIGTERM and SIGKILL against a simulated system. Real processes are tested
 * elsewhere.
 */
import { describe, expect, it } from 'vitest'
import { endProcesses, type Ending } from '#engine/connections/processes/endProcesses'
import type { ProcessSystem } from '#engine/connections/processes/platforms/processSystem'
import type { ProcessRow } from '#engine/connections/processes/processTable'

type Event = 'ask' | 'SIGTERM' | 'SIGKILL'

/** Simulated processes, each of which exits on one kind of event. Time passes only in `sleep`. */
function machine(...deaths: readonly (Event | 'never')[]) {
  const rows = new Map<number, ProcessRow>()
  const add = (pid: number, parent: number) => {
    rows.set(pid, { pid, parent, group: 100, session: 100, startedAt: pid })
  }
  deaths.forEach((_, index) => add(100 + index, 1))
  const events: string[] = []
  let sleptMs = 0
  const happen = (pid: number, event: Event) => {
    if (deaths[pid - 100] === event) rows.delete(pid)
  }
  const system: ProcessSystem = {
    boot: '',
    snapshot: async () => [...rows.values()],
    identify: async (pid) => rows.get(pid) ?? null,
    mayRun: ({ pid }) => rows.has(pid),
    showsMarks: false,
    markOf: () => null,
    signal: ({ pid }, signal) => {
      events.push(`${signal} ${pid}`)
      happen(pid, signal)
    },
  }
  const ending: Ending = {
    system,
    sleep: async (ms) => void (sleptMs += ms),
    ask: {
      run: () => {
        events.push('ask')
        for (const pid of rows.keys()) happen(pid, 'ask')
      },
      graceMs: 500,
    },
    terminateGraceMs: 1500,
    killLimitMs: 1000,
  }
  const end = () =>
    endProcesses(
      {
        launches: [{ pid: 100, startedAt: 100 }],
        since: 0,
        trustSessions: true,
        isMarked: () => false,
        protectedPids: new Set(),
      },
      ending,
    )
  return { rows, add, system, events, end, sleptMs: () => sleptMs }
}

describe('ending a tree', () => {
  it('neither waits nor sends a signal when closing stdin is enough', async () => {
    const { end, events, sleptMs } = machine('ask', 'ask')
    expect(await end()).toEqual([])
    expect(events).toEqual(['ask'])
    expect(sleptMs()).toBe(0)
  })

  it('sends signals only to the processes that are left at each step', async () => {
    const { end, events } = machine('ask', 'SIGTERM', 'SIGKILL')
    expect(await end()).toEqual([])
    expect(events).toEqual(['ask', 'SIGTERM 101', 'SIGTERM 102', 'SIGKILL 102'])
  })

  it('[R7] takes under 5 s for processes that ignore everything except SIGKILL', async () => {
    const { end, sleptMs } = machine('SIGKILL')
    expect(await end()).toEqual([])
    expect(sleptMs()).toBeLessThan(2500)
  })

  it('repeats SIGKILL while new members appear, and is done only when two scans find none', async () => {
    const { end, rows, add, system, events } = machine('SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGKILL')
    for (const pid of [101, 102, 103]) rows.delete(pid)
    const signal = system.signal.bind(system)
    // Each process starts another one just before it is killed.
    Object.assign(system, {
      signal: (identity: ProcessRow, name: 'SIGTERM' | 'SIGKILL') => {
        if (name === 'SIGKILL' && identity.pid < 103) add(identity.pid + 1, identity.pid)
        signal(identity, name)
      },
    })
    expect(await end()).toEqual([])
    expect(events.filter((event) => event.startsWith('SIGKILL'))).toEqual(
      [100, 101, 102, 103].map((pid) => `SIGKILL ${pid}`),
    )
  })

  it('eventually gives up on processes that cannot be killed, and reports them', async () => {
    const { end } = machine('never')
    expect((await end()).map(({ pid }) => pid)).toEqual([100])
  })
})
