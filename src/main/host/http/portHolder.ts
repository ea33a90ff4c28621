/** Finds the process that is listening on a port, for the error message. On systems other than Linux, finds none. */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

export interface PortHolder {
  readonly pid: number
  readonly command: string
}

const listening = '0A'

/** The inodes of the sockets that are listening on `port`, from the text of /proc/net/tcp or tcp6. */
export function listeningInodes(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === listening && local?.split(':')[1] === wanted)
    .flatMap((columns) => columns[9] ?? [])
}

export function findPortHolder(port: number): PortHolder | null {
  if (process.platform !== 'linux') return null
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => attempt(() => readFileSync(file, 'utf8')) ?? '')
  const inodes = new Set(tables.flatMap((table) => listeningInodes(table, port)))
  if (inodes.size === 0) return null
  const links = new Set([...inodes].map((inode) => `socket:[${inode}]`))
  const processes = (attempt(() => readdirSync('/proc')) ?? []).filter((name) => /^\d+$/.test(name))
  const pid = processes.find((candidate) => holdsOne(candidate, links))
  if (pid === undefined) return null
  const command = attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim()) ?? 'a process'
  return { pid: Number(pid), command }
}

function holdsOne(pid: string, links: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`
  const handles = attempt(() => readdirSync(folder)) ?? []
  return handles.some((handle) => links.has(attempt(() => readlinkSync(`${folder}/${handle}`)) ?? ''))
}

/** Null if reading fails: other users' processes cannot be read, and a process may have exited. */
function attempt<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
