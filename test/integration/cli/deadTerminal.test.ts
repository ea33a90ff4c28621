/**
 * A terminal that can no longer be written to ends no engine and no bridge, and no command before the command has done
 * its work.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ServerSnapshot } from '#contract/servers/server'
import { commandFile, makePlace, type Place, testServer } from '#test/integration/cli/switchboard'
import { bridgePlace } from '#test/integration/stdio/bridges'
import { hasPart } from '#test/support/parts/hasPart'
import { patience } from '#test/support/patience'
import { eventually, isRunning } from '#test/support/processList'

const serve = [process.execPath, commandFile, 'serve', '--port', '0']

/** Starts the process on a terminal that cannot be written to, or that fails when `end` is called. */
type Terminal = (place: Place) => { readonly child: ChildProcess; readonly end: () => void }

function started(place: Place, command: string, args: readonly string[], stdio: 'ignore' | 'pipe' = 'ignore') {
  const child = spawn(command, args, { cwd: place.folder, env: place.environment, stdio: ['ignore', stdio, stdio] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const inShell = (redirections: string) => ['-c', `exec "$@" ${redirections}`, 'sh', ...serve]

const terminals: Readonly<Record<string, Terminal>> = {
  'a full disk': (place) => ({ child: started(place, 'sh', inShell('2>/dev/full')), end: () => undefined }),
  'a pipe whose reader has gone': (place) => {
    const [command = '', ...args] = serve
    const child = started(place, command, args, 'pipe')
    return {
      child,
      end: () => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      },
    }
  },
  // The process has its own session, so no hang-up signal announces the end of its terminal.
  ...(hasPart('terminal') && {
    'a terminal that was closed': (place: Place) => {
      const command = `setsid ${serve.map((word) => `'${word}'`).join(' ')} & sleep 1000`
      const child = started(place, 'script', ['-qec', command, '/dev/null'])
      return { child, end: () => void child.kill('SIGKILL') }
    },
  }),
}

function enginePid(place: Place): number {
  const file = join(place.dataFolder, 'engine.json')
  const note = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { pid: number; socket: string | null })
    : null
  if (note === null || note.socket === null) throw new Error('the engine is not running yet')
  return note.pid
}

async function listed(place: Place): Promise<readonly ServerSnapshot[]> {
  return JSON.parse((await place.run('list', '--json')).stdout) as ServerSnapshot[]
}

describe.each(Object.keys(terminals))('on %s', (name) => {
  async function engine() {
    const place = await makePlace()
    const { end } = (terminals[name] ?? expect.unreachable())(place)
    const pid = await vi.waitFor(() => enginePid(place), patience)
    onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')))
    end()
    // Each of these servers makes the engine write a warning.
    for (const server of ['one', 'two']) await place.run('add', server, '--', 'sh', '-c', 'exit 3')
    await place.run('add', 'echo', '--', ...testServer('echo'))
    return { place, pid }
  }

  test('an engine keeps answering, and exits cleanly', async () => {
    const { place, pid } = await engine()
    // A failed server is retried, and its state is `starting` during each attempt.
    await vi.waitFor(async () => {
      const servers = await listed(place)
      expect(servers.map(({ slug, state }) => [slug, state.kind])).toEqual(
        expect.arrayContaining([
          ['echo', 'ready'],
          ['one', expect.stringMatching(/failed|backingOff/)],
        ]),
      )
    }, patience)
    expect(enginePid(place)).toBe(pid)
    process.kill(pid, 'SIGTERM')
    await eventually(20_000, 'the engine has ended', () => !isRunning(pid))
    expect(existsSync(join(place.dataFolder, 'engine.json'))).toBe(false)
  })

  test('an engine’s reaper ends the servers', async () => {
    const { place, pid } = await engine()
    // A server that never listed its tools could still own any tool name.
    for (const failing of ['one', 'two']) await place.run('remove', failing)
    const server = Number((await place.run('call', 'pid')).stdout)
    expect(isRunning(server)).toBe(true)
    process.kill(pid, 'SIGKILL')
    await eventually(20_000, 'its server has ended', () => !isRunning(server))
  })
})

test('an engine whose warnings go to a full disk exits with 0', async () => {
  const place = await makePlace()
  const { child } = (terminals['a full disk'] ?? expect.unreachable())(place)
  await vi.waitFor(() => enginePid(place), patience)
  await place.run('add', 'one', '--', 'sh', '-c', 'exit 3')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

describe('a command', () => {
  async function run(redirections: string, ...words: string[]) {
    const place = await makePlace()
    const args = ['-c', `exec "$@" ${redirections}`, 'sh', process.execPath, commandFile, ...words]
    const child = spawn('sh', args, { cwd: place.folder, env: place.environment, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk) => (said += String(chunk)))
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    return { code, signal, said }
  }

  test('that could not write its results has failed, and says so', async () => {
    const { code, said } = await run('>/dev/full', 'list', '--json')
    expect(code).toBe(1)
    expect(said).toMatch(/^error: could not write the output: .*ENOSPC/m)
  })

  test.each([
    ['fails', 1, ['remove', 'nobody']],
    ['was called wrongly', 2, ['list', '--nonsense']],
    ['is done', 0, ['list']],
  ])('that %s exits with %i, even if nothing can be printed', async (_how, code, words) => {
    expect(await run('2>/dev/full', ...words)).toEqual({ code, signal: null, said: '' })
  })

  test('whose reader stops reading early has succeeded', async () => {
    expect(await run('| true', 'list', '--json')).toMatchObject({ code: 0, said: '' })
  })
})

test('a bridge whose client has gone exits cleanly, and its engine is not affected', async () => {
  const place = await bridgePlace()
  const { child, exited } = place.raw()
  await vi.waitFor(() => expect(place.enginePid()).not.toBeNull(), patience)
  child.stdout.destroy()
  child.stdin.on('error', () => undefined)
  const initialize = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'gone', version: '1' } }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })}\n`)
  expect(await exited).toEqual([0, null])
  expect((await place.run('list', '--json')).code).toBe(0)
})
