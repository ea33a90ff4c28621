/**
 * Linux control groups, if this user may create them. A process that was put into a group stays in it, whatever happens
 * to its session, parents and environment. Each launch has a group inside the group of its run, and the run's group has
 * a name that identifies the engine.
 */
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statfsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessIdentity } from '#engine/connections/processes/processTable'

export interface RunGroup {
  /** Written to the ledger, because the next engine may itself run in another group. */
  readonly path: string
  /** Resolves with null if no group can be created. */
  open(launch: number): Promise<LaunchGroup | null>
  remove(): Promise<void>
}

export interface LaunchGroup {
  /**
   * Adds the process, and everything it starts afterwards, to the group. Runs in a thread, because the kernel takes
   * some milliseconds.
   */
  take(pid: number): Promise<void>
  pids(): readonly number[]
  remove(): Promise<void>
}

export interface GroupOwner {
  readonly run: string
  readonly engine: ProcessIdentity
}

/** CGROUP2_SUPER_MAGIC of the Linux kernel. */
const fileSystemType = 0x63_67_72_70
const membersFile = 'cgroup.procs'
/** A process that has exited remains a member for a moment. */
const removalPollMs = 25
const removalLimitMs = 2_000

/** Returns null if there are no control groups, or this user may not create them. */
export function openRunGroup(owner: GroupOwner): RunGroup | null {
  try {
    const own = ownGroupFolder(readFileSync('/proc/self/mountinfo', 'utf8'), readFileSync('/proc/self/cgroup', 'utf8'))
    if (own === null) return null
    const path = join(own, nameOf(owner))
    mkdirSync(path, { mode: 0o700 })
    removeLeftIn(own)
    return { path, open: (launch) => openLaunchGroup(join(path, String(launch))), remove: () => removeGroup(path) }
  } catch {
    return null
  }
}

async function openLaunchGroup(path: string): Promise<LaunchGroup | null> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch {
    return null
  }
  return {
    // The process may be gone already, or belong to another user.
    take: (pid) => writeFile(join(path, membersFile), String(pid)).catch(() => undefined),
    pids: () => pidsIn(path),
    remove: () => removeGroup(path),
  }
}

/**
 * The members of a group that a ledger names. Empty unless the group is in the kernel's own file system, under that
 * run's name, and belongs to this user.
 */
export function pidsOfRun(path: string, owner: GroupOwner): readonly number[] {
  return isGroupOf(path, owner) ? pidsIn(path) : []
}

export async function removeRunGroup(path: string, owner: GroupOwner): Promise<void> {
  if (isGroupOf(path, owner)) await removeGroup(path)
}

function isGroupOf(path: string, owner: GroupOwner): boolean {
  try {
    const { uid } = lstatSync(path)
    return basename(path) === nameOf(owner) && statfsSync(path).type === fileSystemType && uid === process.getuid?.()
  } catch {
    return false
  }
}

const namePrefix = 'switchboard-'

function nameOf({ run, engine }: GroupOwner): string {
  return `${namePrefix}${run}-${engine.pid}-${engine.startedAt}`
}

/**
 * Removes the empty groups of engines that are no longer running. The ledger that named such a group may be gone
 * together with its data folder. The kernel keeps groups that have members.
 */
function removeLeftIn(own: string): void {
  const runs = groupsIn(own).filter((path) => basename(path).startsWith(namePrefix))
  for (const path of runs) if (!existsSync(`/proc/${path.split('-').at(-2)}`)) isRemoved(path)
}

/** The folder of this process's group, from the lists of mounts and groups in /proc. Pure. */
export function ownGroupFolder(mountInfo: string, groups: string): string | null {
  const group = /^0::(\/.*)$/m.exec(groups)?.[1]
  if (group === undefined || group.startsWith('/..')) return null
  for (const line of mountInfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ')
    const [, , , root = '', mountPoint = ''] = before.split(' ')
    const prefix = root === '/' ? '' : root
    const isAbove = group === prefix || group.startsWith(`${prefix}/`)
    if (after.startsWith('cgroup2 ') && isAbove && !mountPoint.includes('\\')) {
      return join(mountPoint, group.slice(prefix.length))
    }
  }
  return null
}

/** Includes members of groups inside this one. */
function pidsIn(path: string): readonly number[] {
  try {
    const own = readFileSync(join(path, membersFile), 'utf8').split('\n').map(Number)
    return [...own.filter((pid) => pid > 1), ...groupsIn(path).flatMap(pidsIn)]
  } catch {
    return []
  }
}

async function removeGroup(path: string): Promise<void> {
  for (let waitedMs = 0; !isRemoved(path) && waitedMs < removalLimitMs; waitedMs += removalPollMs) {
    await sleep(removalPollMs)
  }
}

/** Tries to remove the group, and returns whether it is gone. The kernel does not remove a group that has members. */
function isRemoved(path: string): boolean {
  try {
    for (const inner of groupsIn(path)) isRemoved(inner)
    rmdirSync(path)
    return true
  } catch {
    return !existsSync(path)
  }
}

function groupsIn(path: string): string[] {
  const entries = readdirSync(path, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name))
}
