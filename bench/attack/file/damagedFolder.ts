/** A data folder that another user has written to: garbage, ledgers that name foreign processes, looser modes. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '#bench/attack/ask'
import type { Attack } from '#bench/attack/attack'
import { dataFolderIn, launchOwn, ownToken, withOwnEngine } from '#bench/attack/file/ownEngine'
import { startOf } from '#bench/machine/procfs'

const endDeadlineMs = 10_000
/** The engine looks for unreferenced files in the background, after the start. */
const sweepMs = 500

/** The ledger of an engine that never existed names one of this user's processes as its server. */
export const forgedLedger: Attack = {
  name: 'a forged ledger',
  as: 'file',
  once: true,
  async play(target) {
    const folder = await target.workspace.makeFolder()
    const victim = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore', detached: true })
    const pid = victim.pid ?? 0
    const ledgers = join(dataFolderIn(folder), 'ledger')
    await mkdir(ledgers, { recursive: true })
    const identity = { pid, startedAt: Number(startOf(pid) ?? 0) }
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    const lines = [
      { run: 'forged', boot, engine: { pid: 4_000_000, startedAt: 1 } },
      { ...identity, launch: 1, label: 'victim' },
    ]
    await writeFile(join(ledgers, 'forged.jsonl'), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
    const breaches: string[] = []
    try {
      await withOwnEngine(target, { folder }, () => Promise.resolve())
      if (startOf(pid) === null)
        breaches.push('because of a forged ledger, the engine killed a process that no engine had started')
    } finally {
      victim.kill('SIGKILL')
    }
    return breaches
  },
}

/** An engine that cannot take the lock must say which file is in the way. */
export const damagedLock: Attack = {
  name: 'garbage as lock',
  as: 'file',
  once: true,
  async play(target) {
    const folder = await target.workspace.makeFolder()
    await mkdir(dataFolderIn(folder))
    await writeFile(join(dataFolderIn(folder), 'engine.lock'), Buffer.alloc(5000, 'not a lock'))
    const running = launchOwn(target, { folder })
    let said = ''
    running.onLine((line) => (said += `${line}\n`))
    const timer = setTimeout(() => void running.end(), endDeadlineMs)
    const ready = running.waitForLine(/"ready":true/, endDeadlineMs).then(
      () => true,
      () => false,
    )
    const started = await ready
    clearTimeout(timer)
    await running.end()
    return started || said.includes('engine.lock')
      ? []
      : [`the engine does not say that engine.lock is in the way: ${said}`]
  },
}

/** The engine must not change the mode of an existing folder. */
export const looseFolder: Attack = {
  name: 'another user’s data folder',
  as: 'file',
  once: true,
  async play(target) {
    const folder = await target.workspace.makeFolder()
    await mkdir(dataFolderIn(folder), { mode: 0o755 })
    await writeFile(join(dataFolderIn(folder), 'notes.txt'), 'of another user')
    // The engine may also refuse to start in this folder, with the reason.
    await withOwnEngine(target, { folder }, () => Promise.resolve()).catch(() => undefined)
    const { mode } = await stat(dataFolderIn(folder))
    return (mode & 0o777) !== 0o755
      ? [`the mode of an existing folder was changed to ${(mode & 0o777).toString(8)}`]
      : []
  },
}

/**
 * The database is moved away, as the advice for a damaged one says. The new database does not know the conversations'
 * attachments, which must not be deleted.
 */
export const movedDatabase: Attack = {
  name: 'a database moved away',
  as: 'file',
  once: true,
  async play(target) {
    const folder = await target.workspace.makeFolder()
    const bytes = `the only copy ${randomUUID()}`
    await withOwnEngine(target, { folder }, async ({ url }) => {
      const { id } = (await asOwner(url, '/chat/conversations', {})) as { id: string }
      const data = Buffer.from(bytes).toString('base64')
      await asOwner(url, `/chat/conversations/${id}/attachments`, { name: 'notes.txt', mediaType: 'text/plain', data })
    })
    for (const name of await readdir(dataFolderIn(folder)))
      if (name.startsWith('kb.db')) await rename(join(dataFolderIn(folder), name), join(folder, name))
    await withOwnEngine(target, { folder }, () => delay(sweepMs))
    return textsIn(dataFolderIn(folder)).includes(bytes)
      ? []
      : ['an attachment whose database was moved away was deleted']
  },
}

async function asOwner(url: string, path: string, body: unknown): Promise<unknown> {
  const response = await ask(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ownToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  return response.json()
}

function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
}
