/** Single processes: their environment, errors at their start, their exit, and what they leave behind. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import type { KeptProcess } from '#engine/connections/processes/processKeeper'
import { keeperForTest } from '#test/integration/processes/keeperForTest'
import { eventually, isRunning, markedProcesses } from '#test/support/processList'
import { serverFile } from '#test/support/testServers'
import { temporaryFolder } from '#test/support/temporaryFolder'

const node = process.execPath

function script(code: string, env: Record<string, string> = {}) {
  return { label: 'script', command: node, args: ['-e', code], env }
}

async function failureOf(starting: Promise<KeptProcess>): Promise<AppError> {
  const outcome = await starting.catch((error: unknown) => error)
  if (!(outcome instanceof AppError)) throw new Error('the process started')
  return outcome
}

describe('a process', () => {
  it('gets exactly the given environment and the mark, and nothing from the engine’s environment [R1]', async () => {
    const keeper = await keeperForTest()
    const env = { ONLY: 'this', EMPTY: '' }
    const kept = await keeper.spawn(script('process.stdout.write(JSON.stringify(process.env))', env))
    const { SWITCHBOARD_RUN: mark, ...rest } = JSON.parse(await text(kept.stdout)) as Record<string, string>
    expect(rest).toEqual(env)
    expect(mark).toMatch(new RegExp(`^[\\w-]+:1:${process.pid}:\\d+$`))
  })

  it('does not see the environment of another process [R1]', async () => {
    const keeper = await keeperForTest()
    const show = 'process.stdout.write(Object.keys(process.env).sort().join())'
    const namesOf = async (env: Record<string, string>) => text((await keeper.spawn(script(show, env))).stdout)
    expect(await Promise.all([namesOf({ FIRST_TOKEN: 'a' }), namesOf({ SECOND_TOKEN: 'b' })])).toEqual([
      'FIRST_TOKEN,SWITCHBOARD_RUN',
      'SECOND_TOKEN,SWITCHBOARD_RUN',
    ])
  })

  it('inherits no pipe of another process, so that a server sees the end of its stdin while others run', async () => {
    const keeper = await keeperForTest()
    const listing = "process.stdout.write(require('node:fs').readdirSync('/proc/self/fd').join())"
    const alone = await text((await keeper.spawn(script(listing))).stdout)
    await Promise.all(Array.from({ length: 5 }, () => keeper.spawn(script('process.stdin.resume()'))))
    const among = await text((await keeper.spawn(script(listing))).stdout)
    expect(among).toBe(alone)
  })

  it('lets other work run between many simultaneous starts', async () => {
    const keeper = await keeperForTest()
    let turns = 0
    let counting = true
    const count = (): void => {
      turns += 1
      if (counting) setImmediate(count)
    }
    count()
    await Promise.all(Array.from({ length: 10 }, () => keeper.spawn(script(''))))
    counting = false
    expect(turns).toBeGreaterThanOrEqual(10)
  })

  it('runs in the given folder, and its command is looked up on the given PATH', async () => {
    const folder = await temporaryFolder()
    mkdirSync(join(folder, 'bin'))
    symlinkSync(node, join(folder, 'bin', 'my-node'))
    const keeper = await keeperForTest()
    const args = ['-p', '[process.cwd(), process.argv0].join()']
    const spec = { label: 'found', command: 'my-node', args, env: { PATH: `/nowhere:${folder}/bin` }, cwd: folder }
    const kept = await keeper.spawn(spec)
    expect((await text(kept.stdout)).trim()).toBe(`${folder},my-node`)
  })

  it("is looked up on the engine's PATH if no PATH is given", async () => {
    const keeper = await keeperForTest()
    const kept = await keeper.spawn({ label: 'sh', command: 'sh', args: ['-c', 'echo found'], env: {} })
    expect(await text(kept.stdout)).toBe('found\n')
  })
})

describe('a command that cannot be started', () => {
  it('is reported as not found, with the searched places and what to do', async () => {
    const keeper = await keeperForTest()
    const env = { PATH: '/nowhere:/usr/bin' }
    const error = await failureOf(keeper.spawn({ label: 'x', command: 'no-such-command', args: [], env }))
    expect(error.code).toBe('COMMAND_FAILED')
    expect(error.message).toMatch(/"no-such-command" was not found\. .* Looked in: \/nowhere, \/usr\/bin\.$/)
    expect(error.message).toContain('full path')
  })

  it('is reported as not executable, without its interpreter, or in a folder that does not exist', async () => {
    const folder = await temporaryFolder()
    const plain = join(folder, 'plain.sh')
    writeFileSync(plain, '#!/bin/sh\n')
    const broken = join(folder, 'broken.sh')
    writeFileSync(broken, '#!/no/such/interpreter\n')
    chmodSync(broken, 0o755)
    const keeper = await keeperForTest()
    const failure = (command: string, cwd?: string) =>
      failureOf(keeper.spawn({ label: 'x', command, args: [], env: {}, cwd }))
    const failures = [await failure(plain), await failure(broken), await failure(node, join(folder, 'missing'))]
    expect(failures.map((error) => error.code)).toEqual(['COMMAND_FAILED', 'COMMAND_FAILED', 'COMMAND_FAILED'])
    expect(failures.map((error) => error.message).join('\n')).toMatch(
      /not executable.*\n.*interpreter in its first line.*\n.*does not exist/,
    )
  })

  it('is reported when the system refuses it because of long arguments or a NUL in them', async () => {
    const keeper = await keeperForTest()
    const tooLong = { label: 'x', command: node, args: ['x'.repeat(3_000_000)], env: {} }
    expect((await failureOf(keeper.spawn(tooLong))).message).toContain('too long')
    const withNul = { label: 'x', command: node, args: ['a\0b'], env: {} }
    expect((await failureOf(keeper.spawn(withNul))).code).toBe('COMMAND_FAILED')
  })
})

describe('the end of a process', () => {
  it('comes right after the end of stdin if the process reacts to it', async () => {
    const keeper = await keeperForTest({ askMs: 60_000, terminateMs: 60_000 })
    const kept = await keeper.spawn(script('process.stdin.resume().on("end", () => process.exit(7))'))
    await kept.end()
    expect(await kept.exited).toEqual({ code: 7, signal: null })
  })

  it('includes the whole tree of its children, even if they ignore stdin and signals and have left the group [R7]', async () => {
    const keeper = await keeperForTest({ askMs: 100, terminateMs: 300 })
    const mark = randomUUID()
    const spawned = [[], ['--orphan']].map(async (args) => {
      const command = { command: node, args: [serverFile('stubborn'), ...args], env: { TEST_MARK: mark } }
      const kept = await keeper.spawn({ label: 'stubborn', ...command })
      await once(kept.stderr, 'data')
      return kept
    })
    const [whole, orphaned] = await Promise.all(spawned)
    expect(markedProcesses(mark)).toHaveLength(7)
    await orphaned?.end()
    expect(markedProcesses(mark)).toHaveLength(4)
    await whole?.end()
    expect(markedProcesses(mark)).toEqual([])
    expect(await whole?.exited).toEqual({ code: null, signal: 'SIGKILL' })
  })

  it('includes the remaining children of a process that exits by itself, and spares other processes', async () => {
    const keeper = await keeperForTest({ askMs: 100, terminateMs: 300 })
    const other = await keeper.spawn(script('process.stdin.resume()'))
    // Starts a child in its group, a child in its own session, and a child in its group that discarded its environment.
    const leaving = `
      const { spawn } = require('node:child_process')
      const start = (args, detached) => {
        const child = spawn(args[0], args.slice(1), { stdio: 'ignore', detached })
        child.unref()
        return child.pid
      }
      const sleep = ['/bin/sleep', '600']
      console.log(start(sleep, false), start(sleep, true), start(['/usr/bin/env', '-i', ...sleep], false))
    `
    const kept = await keeper.spawn(script(leaving))
    const left = (await text(kept.stdout)).trim().split(' ').map(Number)
    expect(left).toHaveLength(3)
    expect(await kept.exited).toEqual({ code: 0, signal: null })
    await eventually(5000, 'the leftovers are gone', () => !left.some(isRunning))
    await kept.end()
    expect(isRunning(other.pid)).toBe(true)
  })

  it('happens once, however often it is requested, and also for processes started while the keeper closes', async () => {
    const keeper = await keeperForTest()
    const kept = await keeper.spawn(script('process.stdin.resume()'))
    const late = keeper.spawn(script('process.stdin.resume()'))
    await Promise.all([kept.end(), kept.end(), keeper.close(), keeper.close()])
    expect([isRunning(kept.pid), isRunning((await late).pid)]).toEqual([false, false])
    expect((await failureOf(keeper.spawn(script('')))).message).toContain('stopping')
  })
})
