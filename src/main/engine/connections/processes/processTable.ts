/** Finds the processes that belong to a launch, however far they have moved from it. Pure. */

/** Identifies a process until the machine restarts. A pid alone may be reused. */
export interface ProcessIdentity {
  readonly pid: number
  /** The start time in the platform's own unit. Only times from the same boot can be compared. */
  readonly startedAt: number
}

export interface ProcessRow extends ProcessIdentity {
  readonly parent: number
  readonly group: number
  readonly session: number
}

export interface TreeSearch {
  /**
   * Start times of processes in the tree, by pid. A process with another start time is unrelated and has a recycled
   * pid.
   */
  readonly known: ReadonlyMap<number, number>
  /** Sessions and groups of the tree, even if their leader is gone. */
  readonly sessions: ReadonlySet<number>
  /** Whether the process inherited the mark. Asked only for processes that are not found in another way. */
  isMarked(row: ProcessRow): boolean
  /**
   * Processes with these pids are never members. A process does not become a member by sharing a session or group with one of them.
   */
  readonly protectedPids: ReadonlySet<number>
}

/**
 * Finds the known processes that are still running, their descendants, all processes that share a session or group with
 * them, and the marked processes.
 */
export function findMembers(table: readonly ProcessRow[], search: TreeSearch): readonly ProcessRow[] {
  const rows = new Map(table.map((row) => [row.pid, row]))
  const children = Map.groupBy(table, (row) => row.parent)
  const sessions = Map.groupBy(table, (row) => row.session)
  const groups = Map.groupBy(table, (row) => row.group)
  const foreign = foreignSessions(rows, search)
  const members = new Map<number, ProcessRow>()

  const addAll = (seeds: readonly ProcessRow[]): void => {
    const open = [...seeds]
    for (let row = open.pop(); row; row = open.pop()) {
      if (members.has(row.pid) || search.protectedPids.has(row.pid)) continue
      members.set(row.pid, row)
      for (const child of children.get(row.pid) ?? []) if (child.startedAt >= row.startedAt) open.push(child)
      if (!foreign.has(row.session)) open.push(...(sessions.get(row.session) ?? []))
      if (!foreign.has(row.group)) open.push(...(groups.get(row.group) ?? []))
    }
  }

  addAll(table.filter((row) => search.known.get(row.pid) === row.startedAt))
  for (const session of search.sessions) {
    if (!foreign.has(session)) addAll([...(sessions.get(session) ?? []), ...(groups.get(session) ?? [])])
  }
  addAll(table.filter((row) => !members.has(row.pid) && search.isMarked(row)))
  return [...members.values()]
}

/** Sessions and groups of protected processes, and those whose number now belongs to an unrelated process. */
function foreignSessions(rows: ReadonlyMap<number, ProcessRow>, search: TreeSearch): ReadonlySet<number> {
  const foreign = new Set<number>()
  for (const pid of search.protectedPids) {
    const row = rows.get(pid)
    if (row) foreign.add(row.session).add(row.group)
  }
  for (const [pid, startedAt] of search.known) {
    const row = rows.get(pid)
    if (row && row.startedAt !== startedAt) foreign.add(pid)
  }
  return foreign
}
