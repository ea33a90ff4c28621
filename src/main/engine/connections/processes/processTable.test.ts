import { describe, expect, it } from 'vitest'
import { findMembers, type ProcessRow, type TreeSearch } from '#engine/connections/processes/processTable'

/** Reads lines of `pid parent group session startedAt`. The rest of a line is a remark. */
function tableOf(text: string): ProcessRow[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, group = 0, session = 0, startedAt = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, parent, group, session, startedAt }
    })
}

const around = `
  1   0   1   1   0  init
  10  1   10  10  5  engine
  11  10  11  11  6  reaper
  12  10  10  10  6  a child of the engine that is no server
  50  1   50  50  7  a stranger
`

interface Case {
  readonly name: string
  readonly table: string
  readonly search?: Partial<TreeSearch>
  readonly marked?: readonly number[]
  readonly members: readonly number[]
}

const cases: readonly Case[] = [
  {
    name: 'a process and its descendants',
    table: '20 10 20 20 10\n21 20 20 20 11\n22 21 20 20 12',
    members: [20, 21, 22],
  },
  {
    name: 'a descendant that left the group and the session, while its parent lives',
    table: '20 10 20 20 10\n21 20 21 21 11\n22 21 21 21 12',
    members: [20, 21, 22],
  },
  {
    name: 'an orphan in the session, which no walk from the process reaches because its parent has exited',
    table: '20 10 20 20 10\n22 1 20 20 12',
    members: [20, 22],
  },
  {
    name: 'an orphan in its own group within the session',
    table: '20 10 20 20 10\n22 1 22 20 12\n23 22 22 20 13',
    members: [20, 22, 23],
  },
  {
    name: 'an orphan in its own session, by its mark, with all its descendants',
    table: '20 10 20 20 10\n30 1 29 29 12\n31 1 29 29 13\n32 31 32 32 14',
    marked: [30],
    members: [20, 30, 31, 32],
  },
  {
    name: 'processes that a dead process left in its session',
    table: '21 1 20 20 11\n22 1 22 20 12',
    search: { sessions: new Set([20]) },
    members: [21, 22],
  },
  {
    name: 'no process in the session of a process that is gone, once sessions are no longer trusted',
    table: '21 1 20 20 11',
    members: [],
  },
  {
    name: 'not an unrelated process with a recycled pid, nor its children and its session',
    table: '20 1 20 20 99\n21 20 20 20 100\n22 1 20 20 101',
    search: { sessions: new Set([20]) },
    members: [],
  },
  {
    name: 'not a process that only looks like a child, because the parent with that pid exited before it began (Windows)',
    table: '20 10 20 20 10\n21 20 21 21 4',
    members: [20],
  },
  {
    name: 'neither the engine nor the reaper, nor their own processes, though they carry the mark',
    table: '20 10 20 20 10',
    marked: [10, 11],
    members: [20],
  },
  {
    name: "not the rest of the engine's session, though a member is in it",
    table: '20 10 10 10 10\n21 20 10 10 11',
    members: [20, 21],
  },
  {
    name: 'no process, if none is left',
    table: '',
    search: { sessions: new Set([20]) },
    members: [],
  },
]

describe('the members of a tree', () => {
  it.each(cases)('$name', ({ table, search, marked = [], members }) => {
    const found = findMembers(tableOf(around + table), {
      known: new Map([[20, 10]]),
      sessions: new Set(),
      isMarked: ({ pid }) => marked.includes(pid),
      protectedPids: new Set([10, 11]),
      ...search,
    })
    expect(found.map(({ pid }) => pid).sort((one, other) => one - other)).toEqual(members)
  })

  it('reads marks only as a last resort, because reading environments is the main cost of a scan', () => {
    const asked: number[] = []
    findMembers(tableOf('20 10 20 20 10\n21 20 20 20 11\n50 1 50 50 7'), {
      known: new Map([[20, 10]]),
      sessions: new Set(),
      isMarked: ({ pid }) => asked.push(pid) === 0,
      protectedPids: new Set(),
    })
    expect(asked).toEqual([50])
  })
})
