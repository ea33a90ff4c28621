/** No server process survives its engine, however the engine dies and whatever the servers do. */
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endNow, startEngine } from '#test/integration/processes/engines'
import { eventually, isRunning, markedProcesses, reapersOf, sessionOf, startTimeOf } from '#test/support/processList'
import { reaperFromSource } from '#test/integration/processes/reaperFromSource'
import { serverFile } from '#test/support/testServers'
import { temporaryFolder } from '#test/support/temporaryFolder'

/**
 * Three servers with three descendants each. In the last server, the process that started the grandchild has exited.
 */
const stubborn = [serverFile('stubborn'), serverFile('stubborn'), `${serverFile('stubborn')},--orphan`]
const stubbornProcesses = 11
const builtReaper = resolve(import.meta.dirname, '../../../out/main/reaper.js')
const deadlineMs = 5000

function ledgers(dataFolder: string): string[] {
  return readdirSync(join(dataFolder, 'ledger'))
}

function noneLeft(mark: string): Promise<void> {
  return eventually(deadlineMs, 'no process of a server is left', () => markedProcesses(mark).length === 0)
}

describe('an engine that is killed', () => {
  it('leaves no process, even if its servers ignore signals and have left their groups [R7]', async () => {
    const dataFolder = await temporaryFolder()
    const engine = await startEngine(dataFolder, stubborn)
    const running = markedProcesses(engine.mark)
    expect(running).toHaveLength(stubbornProcesses)
    expect(new Set(running.map(sessionOf)).size, 'sessions, by which those that left show').toBe(6)
    const [reaper = 0] = reapersOf(engine.pid)

    await engine.kill()
    await noneLeft(engine.mark)
    await eventually(deadlineMs, 'the reaper has exited', () => !isRunning(reaper))
    expect(ledgers(dataFolder)).toEqual([])
  })

  it('leaves no process if its reaper was killed too and another engine starts [R7]', async () => {
    const dataFolder = await temporaryFolder()
    const first = await startEngine(dataFolder, stubborn)
    for (const reaper of reapersOf(first.pid)) endNow(reaper)
    await first.kill()
    expect(markedProcesses(first.mark)).toHaveLength(stubbornProcesses)

    const second = await startEngine(dataFolder, [serverFile('mute')])
    // The second engine's sweep is over before it starts its own servers.
    expect(markedProcesses(first.mark)).toEqual([])
    expect(ledgers(dataFolder)).toHaveLength(1)
    await second.closeCleanly()
  })

  it('leaves no process if its reaper and the next engine work at the same time [R7]', async () => {
    const dataFolder = await temporaryFolder()
    const first = await startEngine(dataFolder, stubborn)
    await first.kill()
    const second = await startEngine(dataFolder, [])
    await noneLeft(first.mark)
    await second.closeCleanly()
    expect(ledgers(dataFolder)).toEqual([])
  })

  it('leaves no process, ten times in a row, nor does one that stops cleanly [R7]', { timeout: 180_000 }, async () => {
    const dataFolder = await temporaryFolder()
    for (let round = 0; round < 10; round += 1) {
      const killed = await startEngine(dataFolder, stubborn)
      const stopped = await startEngine(dataFolder, [serverFile('stubborn'), serverFile('mute')])
      await killed.kill()
      await Promise.all([noneLeft(killed.mark), stopped.closeCleanly()])
      expect(markedProcesses(stopped.mark)).toEqual([])
    }
  })
})

describe('an engine whose Node and app were replaced or removed while it ran', () => {
  async function installed() {
    const folder = await temporaryFolder()
    const [node, reaper] = [join(folder, 'node'), join(folder, 'reaper.js')]
    copyFileSync(process.execPath, node)
    copyFileSync(builtReaper, reaper)
    return { node, reaper }
  }

  it.each<[string, (file: string) => void]>([
    ['moved away', (file) => renameSync(file, `${file}.away`)],
    ['removed', (file) => rmSync(file)],
    [
      'replaced by something that does not run',
      (file) => {
        rmSync(file)
        writeFileSync(file, 'half of an installation', { mode: 0o755 })
      },
    ],
  ])('leaves no process when it is killed after both files were %s [R7]', async (_, change) => {
    const dataFolder = await temporaryFolder()
    const files = await installed()
    const engine = await startEngine(dataFolder, stubborn, files)
    const [reaper = 0] = reapersOf(engine.pid)
    for (const file of [files.node, files.reaper]) change(file)
    await engine.kill()
    await noneLeft(engine.mark)
    await eventually(deadlineMs, 'the reaper has exited', () => !isRunning(reaper))
    expect(ledgers(dataFolder)).toEqual([])
  })

  it('still has a reaper when it dies after the files are gone [R7]', async () => {
    const files = await installed()
    const engine = await startEngine(await temporaryFolder(), [serverFile('stubborn')], files)
    for (const file of [files.node, files.reaper]) rmSync(file)
    const [first = 0] = reapersOf(engine.pid)
    endNow(first)
    await eventually(deadlineMs, 'another reaper runs', () => {
      const [second = first] = reapersOf(engine.pid)
      return second !== first
    })
    await engine.kill()
    await noneLeft(engine.mark)
    expect(isRunning(first)).toBe(false)
  })

  it('has its reaper in one file, which needs no other file of the app', () => {
    expect(readFileSync(builtReaper, 'utf8')).not.toMatch(/(?:require\(|import\(|from ?)["'`]\.{0,2}\//)
  })
})

describe('an engine that stops cleanly', () => {
  it('leaves no server, no reaper and no ledger when it reports the stop [R7]', async () => {
    const dataFolder = await temporaryFolder()
    const engine = await startEngine(dataFolder, [...stubborn, serverFile('mute')])
    const [reaper = 0] = reapersOf(engine.pid)
    expect(isRunning(reaper)).toBe(true)

    await engine.closeCleanly()
    expect(markedProcesses(engine.mark)).toEqual([])
    expect(isRunning(reaper)).toBe(false)
    expect(ledgers(dataFolder)).toEqual([])
  })
})

describe('the reaper', () => {
  it('is replaced when it dies, and the new one does the work', async () => {
    const engine = await startEngine(await temporaryFolder(), [serverFile('stubborn')])
    const [first = 0] = reapersOf(engine.pid)
    endNow(first)
    await eventually(deadlineMs, 'another reaper runs', () => {
      const [second = first] = reapersOf(engine.pid)
      return second !== first
    })
    await engine.kill()
    await noneLeft(engine.mark)
    expect(isRunning(first)).toBe(false)
  })

  it('ignores the signals that end everything at logout, and the keys of a terminal', async () => {
    const engine = await startEngine(await temporaryFolder(), [serverFile('stubborn')])
    const [reaper = 0] = reapersOf(engine.pid)
    expect(sessionOf(reaper)).toBe(reaper)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(reaper, signal)
    await engine.kill()
    await noneLeft(engine.mark)
  })
})

/** Starts a process in its own session. The process is unrelated to any engine, except for the given mark. */
async function startStranger(mark?: string): Promise<number> {
  const env = { ...process.env, ...(mark !== undefined && { SWITCHBOARD_RUN: mark }) }
  const stranger = spawn('sleep', ['600'], { detached: true, stdio: 'ignore', env })
  onTestFinished(() => void stranger.kill('SIGKILL'))
  await once(stranger, 'spawn')
  return stranger.pid ?? 0
}

const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

function writeLedger(dataFolder: string, lines: readonly (object | string)[]): string {
  const file = join(dataFolder, 'ledger', `${randomUUID()}.jsonl`)
  mkdirSync(join(dataFolder, 'ledger'), { recursive: true })
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''))
  return file
}

const deadEngine = { pid: 4_000_000, startedAt: 1 }

describe('the reaper without a waiting shell', () => {
  it.each([
    ['leaves everything alone after a farewell', 'farewell\n', true],
    ['ends what the ledger names when there was no farewell', '', false],
  ])('%s', async (_, said, isSpared) => {
    const server = await startStranger()
    const launched = { launch: 1, pid: server, startedAt: startTimeOf(server), label: 'a server' }
    const file = writeLedger(await temporaryFolder(), [{ run: 'ended', boot, engine: deadEngine }, launched])
    const { command, program } = reaperFromSource
    const reaper = spawn(command, ['-e', program(), file], { stdio: ['pipe', 'ignore', 'ignore'] })
    reaper.stdin.end(said)
    await once(reaper, 'exit')
    expect([isRunning(server), existsSync(file)]).toEqual([isSpared, isSpared])
  })
})

describe('the sweep at the start of an engine', () => {
  it('spares a process whose pid once belonged to a server and was reused', async () => {
    const dataFolder = await temporaryFolder()
    const stranger = await startStranger()
    const launched = { launch: 1, pid: stranger, startedAt: startTimeOf(stranger) - 1, label: 'gone long ago' }
    const file = writeLedger(dataFolder, [{ run: 'old', boot, engine: deadEngine }, launched])
    const engine = await startEngine(dataFolder, [])
    expect(existsSync(file)).toBe(false)
    expect(isRunning(stranger)).toBe(true)
    await engine.closeCleanly()
  })

  it('spares a process named by a ledger from another boot', async () => {
    const dataFolder = await temporaryFolder()
    const stranger = await startStranger()
    const launched = { launch: 1, pid: stranger, startedAt: startTimeOf(stranger), label: 'before the boot' }
    const header = { run: 'old', boot: 'another', engine: deadEngine }
    const file = writeLedger(dataFolder, [header, launched])
    const engine = await startEngine(dataFolder, [])
    expect(existsSync(file)).toBe(false)
    expect(isRunning(stranger)).toBe(true)
    await engine.closeCleanly()
  })

  it('ends the processes of a ledger whose other lines are invalid', async () => {
    const dataFolder = await temporaryFolder()
    const server = await startStranger(`old:2:${deadEngine.pid}:${deadEngine.startedAt}`)
    const launched = { launch: 2, pid: server, startedAt: startTimeOf(server), label: 'a server' }
    const header = { run: 'old', boot, engine: deadEngine }
    writeLedger(dataFolder, ['\0\0\0\n', header, '{"launch":1,"pid":-1}\n', launched, '{"launch":3,"pi'])
    const engine = await startEngine(dataFolder, [])
    expect(isRunning(server)).toBe(false)
    await engine.closeCleanly()
  })

  it('leaves the servers of a living engine alone', async () => {
    const dataFolder = await temporaryFolder()
    const first = await startEngine(dataFolder, [serverFile('mute')])
    const second = await startEngine(dataFolder, [serverFile('mute')])
    expect(ledgers(dataFolder)).toHaveLength(2)
    await second.closeCleanly()
    expect(first.servers.every(isRunning)).toBe(true)
    await first.closeCleanly()
  })

  it('keeps its ledger private', async () => {
    const dataFolder = await temporaryFolder()
    const engine = await startEngine(dataFolder, [])
    const [name = ''] = ledgers(dataFolder)
    expect(statSync(join(dataFolder, 'ledger', name)).mode & 0o777).toBe(0o600)
    await engine.closeCleanly()
  })
})

describe('a forged ledger ends no process', () => {
  const header = { run: 'forged', boot, engine: deadEngine }
  const named = (pid: number) => ({ launch: 1, pid, startedAt: startTimeOf(pid), label: 'forged' })

  /**
   * Returns whether the process is still running after an engine has started and found a ledger that names the process.
   */
  async function survives(pid: number, lines: (dataFolder: string) => readonly (object | string)[]): Promise<boolean> {
    const dataFolder = await temporaryFolder()
    writeLedger(dataFolder, lines(dataFolder))
    const engine = await startEngine(dataFolder, [])
    const isThere = isRunning(pid)
    await engine.closeCleanly()
    return isThere
  }

  it('by naming a stranger who leads a session and a group', async () => {
    const stranger = await startStranger()
    expect(await survives(stranger, () => [header, named(stranger)])).toBe(true)
  })

  it('by naming a stranger’s child, which would lead to the whole group', async () => {
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; wait'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void (parent.pid !== undefined && process.kill(-parent.pid, 'SIGKILL')))
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const child = Number(String(line))
    expect(await survives(child, () => [header, named(child)])).toBe(true)
    expect(isRunning(parent.pid ?? 0)).toBe(true)
  })

  it('by naming the test itself', async () => {
    expect(await survives(process.pid, () => [header, named(process.pid)])).toBe(true)
  })

  it('by naming the processes of a living engine, under its own run', async () => {
    const other = await temporaryFolder()
    const living = await startEngine(other, [serverFile('mute')])
    const [server = 0] = living.servers
    const [run = ''] = ledgers(other).map((name) => name.replace('.jsonl', ''))
    expect(await survives(server, () => [{ ...header, run }, named(server)])).toBe(true)
    await living.closeCleanly()
  })

  it('by naming the processes of another dead run', async () => {
    const server = await startStranger('another:1:4000000:1')
    expect(await survives(server, () => [header, named(server)])).toBe(true)
  })

  it.each<[string, (file: string) => void]>([
    ['a pipe without a writer', (file) => void execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', file])],
    ['a link to something endless', (file) => symlinkSync('/dev/zero', file)],
    ['a folder', (file) => mkdirSync(file)],
    ['more than an engine writes', (file) => writeFileSync(file, Buffer.alloc(32 * 1024 * 1024, 'x'))],
  ])('an invalid ledger does not keep the engine from starting: %s', async (_what, make) => {
    const dataFolder = await temporaryFolder()
    mkdirSync(join(dataFolder, 'ledger'))
    make(join(dataFolder, 'ledger', 'forged.jsonl'))
    const engine = await startEngine(dataFolder, [])
    await engine.closeCleanly()
    expect(ledgers(dataFolder)).toEqual(['forged.jsonl'])
  })
})
