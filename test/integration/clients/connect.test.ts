/** `connect` and `disconnect` as users run them, and their result as clients use it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import type { SetupPlan } from '#contract/clients/clientSetup'
import { testServer } from '#test/integration/cli/switchboard'
import { bridgePlace } from '#test/integration/stdio/bridges'

const patience = { timeout: 60_000 }
const [command = '', ...args] = testServer('echo')

async function prepared() {
  const place = await bridgePlace()
  const file = join(place.folder, '.cursor', 'mcp.json')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    JSON.stringify({ mcpServers: { echo: { command, args, env: { KEY: 'value-of-the-key' } } } }, null, 2),
  )
  const entries = () => (JSON.parse(readFileSync(file, 'utf8')) as { mcpServers: Record<string, Entry> }).mcpServers
  return { ...place, file, entries }
}

interface Entry {
  readonly command: string
  readonly args: string[]
}

test('the written entry works: the client starts the bridge and has its former servers', patience, async () => {
  const { run, entries, environment, enginePid } = await prepared()
  const { code, stdout, stderr } = await run('connect', 'cursor', '--take-servers', '--yes')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Wrote .*mcp\.json\.\nImported echo\.\nCursor finds it/)])
  expect(stderr).toContain('+     "switchboard": {')
  expect(stderr).not.toContain('value-of-the-key')
  expect(Object.keys(entries())).toEqual(['switchboard'])
  const entry = entries()['switchboard']
  const client = new Client({ name: 'cursor', version: '1' })
  // The entry is started as a client does it: from any folder, with a small environment.
  const { HOME, TMPDIR } = environment
  await client.connect(
    new StdioClientTransport({
      command: entry?.command ?? '',
      args: entry?.args ?? [],
      cwd: '/',
      env: { HOME, TMPDIR, SWITCHBOARD_IDLE_SECONDS: '5' },
    }),
  )
  onTestFinished(async () => {
    await client.close()
    const pid = enginePid()
    if (pid !== null) process.kill(pid)
  })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('echo')
  expect(await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).toMatchObject({
    content: [{ text: 'hi' }],
  })
  // Cursor adds its own prefix to names. The bridge identifies the client as Cursor, so the limit on names allows for
  // the prefix.
  const listed = JSON.parse((await run('token', 'list', '--json')).stdout) as unknown
  expect(JSON.stringify(listed)).toContain('Cursor')
})

test('nothing is written before the user agrees: not without an answer, and not for a preview', patience, async () => {
  const { run, file } = await prepared()
  const before = readFileSync(file, 'utf8')
  const asked = await run('connect', 'cursor')
  expect([asked.code, asked.stdout]).toEqual([1, ''])
  expect(asked.stderr).toContain('Add --yes')
  const looked = await run('connect', 'cursor', '--dry-run', '--json')
  expect(looked.code).toBe(0)
  expect((JSON.parse(looked.stdout) as SetupPlan).changes).toMatchObject([{ path: file, kind: 'change' }])
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('`disconnect` undoes `connect`, and says when there is nothing to undo', patience, async () => {
  const { run, file } = await prepared()
  const before = readFileSync(file, 'utf8')
  expect((await run('connect', 'cursor', '--take-servers', '--yes')).code).toBe(0)
  expect((await run('connect', 'cursor', '--yes')).stdout).toBe('cursor is already connected.\n')
  const { code, stderr } = await run('disconnect', 'cursor', '--yes')
  expect([code, stderr]).toEqual([0, expect.stringContaining('echo: restored in')])
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect((await run('disconnect', 'cursor', '--yes')).stdout).toBe('cursor is not connected.\n')
})

test('wrong usage and impossible requests are refused', patience, async () => {
  const { run, folder } = await prepared()
  expect((await run('connect', 'emacs')).code).toBe(2)
  expect((await run('connect', 'claude-desktop', '--http')).stderr).toContain('starts itself')
  expect((await run('connect', 'cursor', '--http')).stderr).toContain('not listening on any address')
  expect((await run('connect', 'cursor', '--project', 'nobody')).stderr).toContain('Project nobody does not exist')
  expect(existsSync(join(folder, '.config', 'Claude'))).toBe(false)
})
