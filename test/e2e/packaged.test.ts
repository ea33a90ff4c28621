/**
 * The packaged app: what its program can be made to do, and the Node that is shipped with it for everything but the
 * window.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDesktop, type DesktopOpener, type OpenedDesktop } from '#test/e2e/openApp'
import { findDesktopApp } from '#test/support/electron'
import { packagedFolder } from '#test/support/packagedFolder'
import { eventually, markedProcesses, reapersOf } from '#test/support/processList'
import { makeTemporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const driven = findDesktopApp() ?? ''
const sold = join(packagedFolder, 'switchboard')
const resources = join(driven, '..', 'resources')
/** Whether the package contains a Node. False on platforms for which the packager has to install Node first. */
const shipsNode = existsSync(join(resources, 'node'))

/** The bytes by which a program stores whether a fuse is off or on. */
const [off, on] = [...Buffer.from('01')]

interface Launch {
  readonly command: string
  readonly args: string[]
  readonly env?: Record<string, string>
}

describe.runIf(driven !== '')('the program of the app', () => {
  test('is not usable as Node, takes none of its options, and runs only code from its archive', async () => {
    const wire = await getCurrentFuseWire(sold)
    expect(shipsNode || process.arch !== 'x64').toBe(true)
    expect(wire).toMatchObject({
      [FuseV1Options.RunAsNode]: shipsNode ? off : on,
      [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
      [FuseV1Options.EnableNodeCliInspectArguments]: off,
      [FuseV1Options.EnableCookieEncryption]: on,
      [FuseV1Options.OnlyLoadAppFromAsar]: on,
      [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
    })
  })

  test('under test differs only in the inspector fuse: the tests see what users get', async () => {
    const [wire, drivenWire] = await Promise.all([sold, driven].map(getCurrentFuseWire))
    expect(drivenWire).toEqual({ ...wire, [FuseV1Options.EnableNodeCliInspectArguments]: on })
    const [bytes, drivenBytes] = [sold, driven].map((file) => readFileSync(file))
    let differences = 0
    for (let place = 0; place < (bytes?.length ?? 0); place++)
      if (bytes?.[place] !== drivenBytes?.[place]) differences++
    expect([drivenBytes?.length, differences]).toEqual([bytes?.length, 1])
    expect(statSync(join(resources, 'app.asar')).ino).toBe(statSync(join(packagedFolder, 'resources', 'app.asar')).ino)
  })
})

describe.runIf(shipsNode)('beside the window of the packaged app', () => {
  let desktop: DesktopOpener | null
  let opened: OpenedDesktop
  const closers: (() => Promise<unknown>)[] = []
  let home: string
  const mark = `packaged-${process.pid}`

  const rest = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${opened.origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${opened.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBe(200)
    return answer.json()
  }

  beforeAll(async () => {
    desktop = await openDesktop()
    const folders = await Promise.all([makeTemporaryFolder(), makeTemporaryFolder()])
    closers.push(...folders.map((folder) => () => folder.remove()))
    const [dataFolder = '', ownHome = ''] = folders.map(({ path }) => path)
    home = ownHome
    opened = await openedBy(desktop, dataFolder, { HOME: home })
    const launch = {
      transport: 'stdio',
      command: process.execPath,
      args: [serverFile('echo')],
      env: { TEST_MARK: mark },
    }
    await rest('POST', '/servers', { name: 'echo', launch })
  })
  afterAll(async () => {
    await desktop?.close()
    for (const close of closers) await close()
  })

  test('a client starts the shipped Node, and a server given as `node` gets the one on the PATH', async () => {
    const { consent } = (await rest('POST', '/clients/cursor/connect/preview', { client: 'cursor' })) as Record<
      string,
      string
    >
    await rest('POST', '/clients/cursor/connect', { client: 'cursor', consent })
    const file = JSON.parse(await readFile(join(home, '.cursor', 'mcp.json'), 'utf8')) as {
      mcpServers: Record<string, Launch>
    }
    const [launch] = Object.values(file.mcpServers)
    expect(launch?.command).toBe(join(resources, 'node', 'bin', 'node'))
    expect(launch?.env ?? {}).toEqual({})
    const client = new Client({ name: 'a client', version: '1' })
    await client.connect(new StdioClientTransport({ command: launch?.command ?? '', args: launch?.args ?? [] }))
    try {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('echo')
    } finally {
      await client.close()
    }
    const byName = { transport: 'stdio', command: 'node', args: [serverFile('echo')], env: { TEST_MARK: mark } }
    await rest('POST', '/servers', { name: 'by name', launch: byName })
    const started = (await rest('POST', '/servers/by-name/restart')) as { state: { kind: string } }
    expect(started.state.kind).not.toBe('failed')
    await eventually(15_000, 'the server given as `node` runs', () => markedProcesses(mark).length === 2)
  })

  test('the sample server is in the package, and runs on the shipped Node', async () => {
    const launch = { transport: 'stdio', command: 'switchboard', args: ['sample'] }
    await rest('POST', '/servers', { name: 'Sample', launch })
    const state = async () =>
      ((await rest('GET', '/servers')) as { slug: string; state: { kind: string; pid?: number } }[]).find(
        ({ slug }) => slug === 'sample',
      )?.state
    await expect.poll(state, { timeout: 15_000 }).toMatchObject({ kind: 'ready' })
    expect(readlinkSync(`/proc/${(await state())?.pid}/exe`)).toBe(join(resources, 'node', 'bin', 'node'))
    const call = await rest('POST', '/tools/call', { name: 'convert', arguments: { value: 1, from: 'km', to: 'm' } })
    expect(JSON.stringify(call)).toContain('1000')
  })

  test('a client connected by an older version is told to connect again, and no window opens', async () => {
    const words = [join(resources, 'app.asar', 'out', 'main', 'cli.js'), 'stdio', '--no-sandbox']
    const child = spawn(driven, words, {
      env: { ...process.env, ...desktop?.display.environment, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (data: Buffer) => (said += data.toString()))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(said).toContain('Connect this client again')
  })

  test('[R7] when the app is killed, the shipped Node ends its servers', async () => {
    const [pid = 0, ended] = [opened.app.process().pid, once(opened.app.process(), 'exit')]
    expect(markedProcesses(mark)).toHaveLength(2)
    const [reaper] = reapersOf(pid)
    expect(readlinkSync(`/proc/${reaper}/fd/3`)).toBe(join(resources, 'node', 'bin', 'node'))
    process.kill(pid, 'SIGKILL')
    await ended
    await eventually(15_000, 'no server of a killed app is left', () => markedProcesses(mark).length === 0)
  })
})

async function openedBy(
  desktop: DesktopOpener | null,
  dataFolder: string,
  environment: NodeJS.ProcessEnv,
): Promise<OpenedDesktop> {
  if (desktop === null) throw new Error('There is no app.')
  return desktop.open(dataFolder, environment)
}
