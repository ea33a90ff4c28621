/**
 * Records which process a temporary folder belongs to. A run that was killed cannot remove its own folder, so the next
 * run does.
 */
import { readFileSync, readlinkSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

interface Owner {
  readonly pid: number
  /** The process's start time since the machine started, because a process id may be used again. */
  readonly startedAt: string
  /** The process-id namespace. Ids from another one mean nothing here. */
  readonly namespace: string
}

const fileName = 'owner.json'

export async function noteOwner(folder: string): Promise<void> {
  const owner: Owner = { pid: process.pid, startedAt: startOf(process.pid) ?? '', namespace: namespaceHere() }
  await writeFile(join(folder, fileName), JSON.stringify(owner))
}

/** Whether the owner is known and gone. */
export function isAbandoned(folder: string): boolean {
  try {
    const { pid, startedAt, namespace } = JSON.parse(readFileSync(join(folder, fileName), 'utf8')) as Owner
    return namespace === namespaceHere() && startOf(pid) !== startedAt
  } catch {
    return false
  }
}

/** Returns the start time of a process. Null if no such process is running. */
function startOf(pid: number): string | null {
  try {
    const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return state === 'Z' || state === 'X' ? null : (fields[18] ?? null)
  } catch {
    return null
  }
}

function namespaceHere(): string {
  return readlinkSync('/proc/self/ns/pid')
}
