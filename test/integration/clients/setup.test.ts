/**
 * Connects and disconnects other clients. The files are on a disk, in a test's own home folder, and the engine belongs
 * to the test.
 */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ClientWish } from '#contract/clients/clientSetup'
import { clientNames, type ClientName } from '#contract/clients/clientNames'
import type { ContractClient } from '#main/host/control/controlClient'
import { connectControl } from '#main/host/control/controlClient'
import { startHost } from '#main/host/startHost'
import { temporaryFolder } from '#test/support/temporaryFolder'

const patience = { timeout: 60_000 }
const built = join(import.meta.dirname, '..', '..', '..', 'out', 'main')

async function machine(files: Readonly<Record<string, unknown>> = {}, port: number | null = null) {
  const home = await temporaryFolder()
  const at = (path: string) => join(home, path)
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
  }
  for (const [path, content] of Object.entries(files)) write(path, content)
  const dataFolder = join(home, 'data')
  const host = await startHost({
    kind: 'headless',
    version: '0.0.0',
    dataFolder,
    port,
    pageFolder: null,
    configFile: null,
    environment: {
      PATH: process.env['PATH'],
      HOME: home,
      SWITCHBOARD_TOKEN: 'token-of-the-test',
      SWITCHBOARD_VAULT_KEY: 'k',
    },
    reaperModule: join(built, 'reaper.js'),
    warnOnStderr: false,
    startServersOnUse: true,
  })
  onTestFinished(() => host.close())
  const connection = await connectControl(dataFolder)
  if (connection === null) throw new Error('the engine is not running')
  onTestFinished(() => connection.close())
  const engine = connection.client
  return {
    home,
    at,
    write,
    read: (path: string) => readFileSync(at(path), 'utf8'),
    json: (path: string) => JSON.parse(readFileSync(at(path), 'utf8')) as Record<string, Record<string, unknown>>,
    backups: (path: string) =>
      readdirSync(dirname(at(path))).filter((name) => name.startsWith(`${basename(path)}.switchboard-backup-`)),
    dataFolder,
    engine,
    url: host.url,
    connect: (wish: Partial<ClientWish> & { client: ClientName }) => connect(engine, wish),
    disconnect: async (client: ClientName) => {
      const { consent } = await engine.clients.previewDisconnect({ client })
      return engine.clients.disconnect({ client, consent })
    },
  }
}

async function connect(engine: ContractClient, wish: Partial<ClientWish> & { client: ClientName }) {
  const { consent } = await engine.clients.previewConnect(wish)
  return engine.clients.connect({ ...wish, consent })
}

const files: Readonly<Record<ClientName, readonly [path: string, key: string]>> = {
  'claude-desktop': ['.config/Claude/claude_desktop_config.json', 'mcpServers'],
  'claude-code': ['.claude.json', 'mcpServers'],
  cursor: ['.cursor/mcp.json', 'mcpServers'],
  vscode: ['.config/Code/User/mcp.json', 'servers'],
  windsurf: ['.codeium/windsurf/mcp_config.json', 'mcpServers'],
  zed: ['.config/zed/settings.json', 'context_servers'],
}

const other = { command: 'other-server', args: [], env: { API_TOKEN: 'value-of-the-token' } }

describe.each(clientNames)('%s', (client) => {
  const [path, key] = files[client]

  test(
    'is connected with the bridge of this installation, shown as connected, and restored to the byte',
    patience,
    async () => {
      const before = `{\n  // of ${client}\n  "kept": [1, 2],\n  "${key}": { "mine": ${JSON.stringify(other)} }\n}\n`
      const {
        at,
        json,
        read,
        backups,
        connect: set,
        disconnect,
        engine,
        dataFolder,
      } = await machine({ [path]: before })
      const done = await set({ client })
      expect(done.files.map((file) => file.path)).toEqual([at(path)])
      expect(done.next).not.toBe('')
      const plain = JSON.parse(read(path).replace(/^ *\/\/.*$/m, '')) as Record<string, Record<string, unknown>>
      expect(plain[key]?.['mine']).toEqual(other)
      expect(plain[key]?.['switchboard']).toMatchObject({
        command: process.execPath,
        args: [join(built, 'cli.js'), 'stdio', '--client', client, '--data', dataFolder],
      })
      expect(read(path)).toContain(`// of ${client}`)
      expect(readFileSync(done.files[0]?.backup ?? '', 'utf8')).toBe(before)
      const snapshot = async () => (await engine.clients.list({})).find((each) => each.client === client)
      expect(await snapshot()).toMatchObject({
        servers: 1,
        own: [{ file: at(path), name: 'switchboard', via: 'stdio', here: true }],
      })
      // Connecting again changes nothing and makes no backup.
      expect((await set({ client })).files).toEqual([])
      expect(backups(path)).toHaveLength(1)
      await disconnect(client)
      expect(read(path)).toBe(before)
      expect((await snapshot())?.own).toEqual([])
      expect((await disconnect(client)).files).toEqual([])
      expect(() => json(path)).toThrow()
    },
  )

  test('without a file, it gets a private file, which disconnecting removes again', patience, async () => {
    const { at, json, connect: set, disconnect, engine } = await machine()
    const { changes } = await engine.clients.previewConnect({ client })
    expect(changes).toMatchObject([{ path: at(path), kind: 'create' }])
    expect(existsSync(at(path))).toBe(false)
    await set({ client })
    expect(json(path)[key]?.['switchboard']).toBeDefined()
    expect(statSync(at(path)).mode & 0o777).toBe(0o600)
    await disconnect(client)
    expect(existsSync(at(path))).toBe(false)
  })
})

const cursor = '.cursor/mcp.json'

describe('edits to a client’s file after the set-up', () => {
  test('stay when the set-up is undone: only its own changes are reverted', patience, async () => {
    const { read, write, connect: set, disconnect } = await machine({ [cursor]: { mcpServers: { a: other } } })
    await set({ client: 'cursor' })
    write(
      cursor,
      read(cursor).replace('"mcpServers": {', '// later\n  "later": true,\n  "mcpServers": {\n    "new": {},'),
    )
    await disconnect('cursor')
    expect(read(cursor)).toContain('// later')
    expect(read(cursor)).toContain('"new": {}')
    expect(read(cursor)).toContain('"a"')
    expect(read(cursor)).not.toContain('switchboard')
  })

  test(
    'a hand-written entry for Switchboard is removed, but not another program’s entry with our name',
    patience,
    async () => {
      const entries = { bridge: { command: 'switchboard', args: ['stdio'] }, switchboard: { command: 'a-toy-railway' } }
      const { json, connect: set, disconnect } = await machine({ [cursor]: { mcpServers: entries } })
      await set({ client: 'cursor' })
      expect(Object.keys(json(cursor)['mcpServers'] ?? {})).toEqual(['bridge', 'switchboard'])
      expect(json(cursor)['mcpServers']?.['switchboard']).toEqual(entries.switchboard)
      expect(json(cursor)['mcpServers']?.['bridge']).toMatchObject({ command: process.execPath })
      await disconnect('cursor')
      await disconnect('cursor')
      expect(json(cursor)['mcpServers']).toEqual({ switchboard: entries.switchboard })
    },
  )
})

describe('a client with existing servers', () => {
  const both = { mcpServers: { git: other, odd: { command: 7 }, far: { url: 'https://example.invalid/mcp' } } }

  test(
    'its servers move to Switchboard and leave the file; servers that cannot move stay, with the reason',
    patience,
    async () => {
      const { json, connect: set, engine } = await machine({ [cursor]: both })
      const plan = await engine.clients.previewConnect({ client: 'cursor', takeServers: true })
      expect(plan.taken.map(({ name }) => name)).toEqual(['git', 'far'])
      expect(plan.notes.join()).toContain('odd stays in its file')
      expect(plan.changes[0]?.diff).toContain('- ')
      // Values of secrets are not shown.
      expect(JSON.stringify(plan)).not.toContain('value-of-the-token')
      expect(await engine.servers.list()).toEqual([])
      const done = await set({ client: 'cursor', takeServers: true })
      expect(done.taken).toEqual(['git', 'far'])
      expect(Object.keys(json(cursor)['mcpServers'] ?? {})).toEqual(['odd', 'switchboard'])
      const servers = await engine.servers.list()
      expect(servers.map(({ slug, launch }) => [slug, launch.transport])).toEqual([
        ['git', 'stdio'],
        ['far', 'http'],
      ])
    },
  )

  test(
    'its servers return to the file unchanged when the set-up is undone, also after edits, and no secret is kept',
    patience,
    async () => {
      const text =
        '{\n  "mcpServers": {\n    // by hand\n    "git": { "command": "git-mcp", "env": { "T": "value-of-the-token" } },\n    "last": { "command": "l" }\n  }\n}\n'
      const { read, write, connect: set, disconnect, engine, dataFolder } = await machine({ [cursor]: text })
      await set({ client: 'cursor', takeServers: true })
      expect(readFileSync(join(dataFolder, 'connected-clients.json'), 'utf8')).not.toContain('value-of-the-token')
      write(cursor, read(cursor).replace('{', '{\n  "edited": true,'))
      const { notes } = await disconnect('cursor')
      expect(notes.join()).toContain('git, last')
      expect(read(cursor)).toContain('"git": { "command": "git-mcp", "env": { "T": "value-of-the-token" } }')
      expect(read(cursor)).toContain('"edited": true')
      expect(await engine.servers.list()).toHaveLength(2)
    },
  )

  test('its servers go into one project, and the client sees only that project', patience, async () => {
    const { json, connect: set, engine } = await machine({ [cursor]: { mcpServers: { git: other } } })
    const { id } = await engine.projects.add({ name: 'Work' })
    await set({ client: 'cursor', takeServers: true, projectId: 'Work' })
    expect(await engine.servers.list()).toMatchObject([{ slug: 'git', projects: [id] }])
    const entry = json(cursor)['mcpServers']?.['switchboard'] as { args: string[] } | undefined
    expect(entry?.args.slice(-2)).toEqual(['--project', id])
    await expect(set({ client: 'cursor', projectId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('an unusual file', () => {
  test('keeps its line ends, tabs and byte order mark', patience, async () => {
    const before = '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": { "command": "a" }\r\n\t}\r\n}\r\n'
    const { read, connect: set, disconnect } = await machine({ [cursor]: before })
    await set({ client: 'cursor' })
    expect(read(cursor)).toMatch(/^\uFEFF\{\r\n\t"mcpServers"/)
    expect(read(cursor).replaceAll('\r\n', '')).not.toContain('\n')
    await disconnect('cursor')
    expect(read(cursor)).toBe(before)
  })

  test('that is empty is filled, and is empty again after the set-up is undone', patience, async () => {
    const { json, read, connect: set, disconnect } = await machine({ [cursor]: '' })
    await set({ client: 'cursor' })
    expect(json(cursor)['mcpServers']?.['switchboard']).toBeDefined()
    await disconnect('cursor')
    expect(read(cursor)).toBe('')
  })

  test.each([
    ['unreadable', '{\n  "mcpServers": {\n    oops\n  }\n}', 'line 3, column 5'],
    ['not an object', '[]', 'cannot be changed'],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 'UTF-8'],
  ])('that is %s is refused by name, and not touched', async (_what, content, reason) => {
    const { at, backups, engine } = await machine({ '.cursor/other': '' })
    writeFileSync(at(cursor), content)
    await expect(engine.clients.previewConnect({ client: 'cursor' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringMatching(new RegExp(`mcp\\.json.*${reason}`)) as string,
    })
    expect(readFileSync(at(cursor))).toEqual(Buffer.from(content))
    expect(backups(cursor)).toEqual([])
  })

  test(
    'that is marked read-only is not written, even if writing would work, and nothing is imported',
    patience,
    async () => {
      const { at, backups, connect: set, engine } = await machine({ [cursor]: { mcpServers: { git: other } } })
      chmodSync(at(cursor), 0o444)
      await expect(set({ client: 'cursor', takeServers: true })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('read-only') as string,
      })
      expect(backups(cursor)).toEqual([])
      expect(await engine.servers.list()).toEqual([])
    },
  )

  test('that is a link stays a link, and its target is written', patience, async () => {
    const {
      at,
      read,
      connect: set,
    } = await machine({ 'dotfiles/cursor.json': { mcpServers: {} }, '.cursor/other': '' })
    symlinkSync(at('dotfiles/cursor.json'), at(cursor))
    chmodSync(at('dotfiles/cursor.json'), 0o640)
    await set({ client: 'cursor' })
    expect(lstatSync(at(cursor)).isSymbolicLink()).toBe(true)
    expect(read('dotfiles/cursor.json')).toContain('switchboard')
    expect(statSync(at('dotfiles/cursor.json')).mode & 0o777).toBe(0o640)
  })
})

describe('the set-up does exactly what was shown', () => {
  test(
    'servers that changed meanwhile are shown again, while other parts of the file may change',
    patience,
    async () => {
      const { json, write, engine } = await machine({ '.claude.json': { mcpServers: {}, startups: 1 } })
      const { consent } = await engine.clients.previewConnect({ client: 'claude-code' })
      write('.claude.json', { mcpServers: { evil: other }, startups: 1 })
      await expect(engine.clients.connect({ client: 'claude-code', consent })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
      write('.claude.json', { mcpServers: {}, startups: 2 })
      await engine.clients.connect({ client: 'claude-code', consent })
      expect(json('.claude.json')).toMatchObject({ startups: 2, mcpServers: { switchboard: { type: 'stdio' } } })
    },
  )

  test('two concurrent set-ups run one after the other, and both remain', patience, async () => {
    const { json, connect: set } = await machine({ [cursor]: {}, '.claude.json': {} })
    await Promise.all([set({ client: 'cursor' }), set({ client: 'claude-code' })])
    for (const path of [cursor, '.claude.json']) expect(json(path)['mcpServers']?.['switchboard']).toBeDefined()
  })
})

describe('a connection by address', () => {
  test('gives a client its own token, which ends with the connection', patience, async () => {
    const { json, url, connect: set, disconnect, engine } = await machine({ [cursor]: {} }, 0)
    const plan = await engine.clients.previewConnect({ client: 'cursor', via: 'http' })
    expect(plan.changes[0]?.diff).not.toMatch(/Bearer [^*]/)
    expect(await engine.access.list()).toEqual([])
    await set({ client: 'cursor', via: 'http' })
    const entry = json(cursor)['mcpServers']?.['switchboard'] as { url: string; headers: Record<string, string> }
    expect(entry.url).toBe(`${url}/mcp`)
    const ask = () => fetch(entry.url, { method: 'DELETE', headers: entry.headers })
    expect((await ask()).status).toBe(400)
    // Connecting again creates no second token.
    expect((await set({ client: 'cursor', via: 'http' })).files).toEqual([])
    expect(await engine.access.list()).toMatchObject([{ name: 'Cursor', kind: 'cursor', tokens: [{}] }])
    await disconnect('cursor')
    expect((await ask()).status).toBe(401)
  })

  test('is refused without an open address, and for a client that accepts no addresses', patience, async () => {
    const { engine } = await machine()
    await expect(engine.clients.previewConnect({ client: 'cursor', via: 'http' })).rejects.toThrow(
      'not listening on any address',
    )
    await expect(engine.clients.previewConnect({ client: 'claude-desktop', via: 'http' })).rejects.toThrow(
      'starts itself',
    )
  })
})

test('all installations of a client are set up: VS Code and its Insiders', patience, async () => {
  const { json, connect: set } = await machine({
    '.config/Code/User/settings.json': '{}',
    '.config/Code - Insiders/User/mcp.json': { servers: {} },
  })
  expect((await set({ client: 'vscode' })).files).toHaveLength(2)
  for (const folder of ['Code', 'Code - Insiders'])
    expect(json(`.config/${folder}/User/mcp.json`)['servers']?.['switchboard']).toMatchObject({ type: 'stdio' })
})
