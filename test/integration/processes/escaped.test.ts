/**
 * A process that discards its environment, leaves its session and loses its parent is still ended with its engine, if
 * the system has control groups.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keeperForTest } from '#test/integration/processes/keeperForTest'
import { endNow, startEngine } from '#test/integration/processes/engines'
import { canMakeControlGroups } from '#test/support/controlGroups'
import { eventually, isRunning, reapersOf } from '#test/support/processList'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const deadlineMs = 10_000

/** Returns the control group of an engine's run, as the ledger names it. */
function groupIn(dataFolder: string): string {
  const [name = ''] = readdirSync(join(dataFolder, 'ledger'))
  const [header = ''] = readFileSync(join(dataFolder, 'ledger', name), 'utf8').split('\n')
  return (JSON.parse(header) as { group: string }).group
}

function members(group: string): number[] {
  const inside = readdirSync(group, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return inside.flatMap(({ name }) =>
    readFileSync(join(group, name, 'cgroup.procs'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(Number),
  )
}

function isThere(group: string): boolean {
  try {
    readdirSync(group)
    return true
  } catch {
    return false
  }
}

describe.runIf(canMakeControlGroups())('an escaped process', () => {
  async function engine() {
    const dataFolder = await temporaryFolder()
    const started = await startEngine(dataFolder, [serverFile('escaping')])
    const group = groupIn(dataFolder)
    const [server = 0] = started.servers
    const escaped = members(group).filter((pid) => pid !== server)
    onTestFinished(() => escaped.forEach(endNow))
    expect(escaped).toHaveLength(1)
    return { started, dataFolder, group, escaped: escaped[0] ?? 0 }
  }

  test('is ended when the engine stops cleanly', async () => {
    const { started, group, escaped } = await engine()
    await started.closeCleanly()
    expect([isRunning(escaped), isThere(group)]).toEqual([false, false])
  })

  test('is ended when the engine is killed', async () => {
    const { started, group, escaped } = await engine()
    await started.kill()
    await eventually(deadlineMs, 'its group has gone', () => !isThere(group))
    expect(isRunning(escaped)).toBe(false)
  })

  test('is ended when another engine starts, after the engine and its reaper were killed', async () => {
    const { started, dataFolder, group, escaped } = await engine()
    for (const reaper of reapersOf(started.pid)) endNow(reaper)
    await started.kill()
    expect(isRunning(escaped)).toBe(true)
    const second = await startEngine(dataFolder, [])
    expect([isRunning(escaped), isThere(group)]).toEqual([false, false])
    await second.closeCleanly()
  })

  test('leaves no control group, however fast engines come and go', async () => {
    const dataFolder = await temporaryFolder()
    const groups: string[] = []
    for (let round = 0; round < 5; round += 1) {
      const stopped = await startEngine(dataFolder, [serverFile('mute'), serverFile('stubborn')])
      groups.push(groupIn(dataFolder))
      await (round % 2 === 0 ? stopped.kill() : stopped.closeCleanly())
      await eventually(deadlineMs, 'its ledger has gone', () => readdirSync(join(dataFolder, 'ledger')).length === 0)
    }
    expect(groups.filter(isThere)).toEqual([])
  })

  test('is ended when its server exits, and another server continues', async () => {
    const keeper = await keeperForTest()
    const keep = (name: string) =>
      keeper.spawn({ label: name, command: process.execPath, args: [serverFile(name)], env: {} })
    const [escaping, echo] = [await keep('escaping'), await keep('mute')]
    for (const { stdout } of [escaping, echo]) stdout.resume()
    const [line] = await Promise.all([firstText(escaping.stderr), firstText(echo.stderr)])
    const escaped = Number(/escaped: (\d+)/.exec(line)?.[1])
    onTestFinished(() => endNow(escaped))
    expect(isRunning(escaped)).toBe(true)
    await escaping.end()
    expect([isRunning(escaped), isRunning(echo.pid)]).toEqual([false, true])
  })

  test('is ended through a ledger only if the group belongs to the ledger’s own run', async () => {
    const { started, group, escaped } = await engine()
    const forged = await temporaryFolder()
    mkdirSync(join(forged, 'ledger'))
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const dead = { pid: 4_000_000, startedAt: 1 }
    const folder = join(forged, 'switchboard-a-4000000-1')
    mkdirSync(folder)
    writeFileSync(join(folder, 'cgroup.procs'), `${escaped}\n`)
    for (const [run, path] of [
      ['a', folder],
      ['b', group],
      ['c', join(group, '..')],
    ]) {
      const header = { run, boot, engine: dead, group: path }
      writeFileSync(join(forged, 'ledger', `${run}.jsonl`), `${JSON.stringify(header)}\n`)
    }
    const other = await startEngine(forged, [])
    expect(isRunning(escaped)).toBe(true)
    await other.closeCleanly()
    await started.closeCleanly()
  })
})

async function firstText(stream: Readable): Promise<string> {
  const [chunk] = (await once(stream, 'data')) as [Buffer]
  return String(chunk)
}
