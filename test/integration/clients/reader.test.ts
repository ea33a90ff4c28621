/** Reads clients' files from a disk, in a home folder that belongs to the test. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ClientReader } from '#engine/clients/readClients'
import { temporaryFolder } from '#test/support/temporaryFolder'

const nobody = { launches: [], endpoint: null }

async function machine(files: Readonly<Record<string, unknown>>) {
  const home = await temporaryFolder()
  const at = (path: string) => join(home, path)
  const write = (path: string, content: unknown) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  for (const [path, content] of Object.entries(files)) write(path, content)
  return { at, write, reader: new ClientReader({ platform: 'linux', folder: home, environment: { HOME: home } }) }
}

const run = (command: string, more: object = {}) => ({ command, args: [], ...more })

test('the list is empty on a machine without clients, and otherwise names each client’s files and number of servers', async () => {
  const empty = await machine({})
  expect((await empty.reader.list(undefined, nobody)).map(({ files, servers }) => [files, servers])).toEqual(
    Array.from({ length: 6 }, () => [[], 0]),
  )
  const { reader, at } = await machine({
    '.cursor/mcp.json': { mcpServers: { a: run('a'), own: { url: 'http://127.0.0.1:7411/mcp' } } },
    '.codeium/windsurf/mcp_config.json': '{ broken',
  })
  const clients = await reader.list(undefined, nobody)
  expect(clients.find(({ client }) => client === 'cursor')).toEqual({
    client: 'cursor',
    title: 'Cursor',
    files: [{ path: at('.cursor/mcp.json'), scope: 'user', servers: 2, problem: null }],
    servers: 1,
    own: [{ file: at('.cursor/mcp.json'), name: 'own', via: 'http', here: false }],
    doors: ['stdio', 'http'],
  })
  expect(clients.find(({ client }) => client === 'windsurf')?.files[0]?.problem).toContain('line 1')
})

test('Claude Code’s global servers, its servers per folder and the files in those folders are read', async () => {
  const home = await machine({})
  const [app, site] = [home.at('work/app'), home.at('work/site')]
  home.write('.claude.json', {
    mcpServers: { all: run('all') },
    projects: {
      [app]: { mcpServers: { local: run('local') }, disabledMcpServers: ['local'] },
      [site]: { history: [{ display: 'hello' }] },
    },
  })
  home.write('work/app/.mcp.json', { mcpServers: { shared: run('shared', { env: { A: '${A:-1}' } }) } })
  home.write('work/site/.mcp.json', { mcpServers: { shared: run('other') } })
  const { files, candidates } = await home.reader.preview('claude-code', undefined, nobody)
  expect(files.map(({ path, servers }) => [basename(path), servers])).toEqual([
    ['.claude.json', 2],
    ['.mcp.json', 1],
    ['.mcp.json', 1],
  ])
  expect(candidates.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['all', true],
    ['local', false],
    ['shared', true],
    ['shared (site)', true],
  ])
})

test('VS Code’s own file, its settings with comments and its open folder are read', async () => {
  const { reader, at } = await machine({
    '.config/Code/User/mcp.json': {
      servers: { a: run('a', { env: { KEY: '${input:key}' } }) },
      inputs: [{ id: 'key' }],
    },
    '.config/Code/User/settings.json': '{ // mine\n "mcp": { "servers": { "b": { "command": "b" } } },\n}',
    'app/.vscode/mcp.json': { servers: { c: run('c', { args: ['${workspaceFolder}/c.js'] }) } },
  })
  const preview = await reader.preview('vscode', at('app'), nobody)
  expect(preview.candidates.map(({ name, needs }) => [name, needs])).toEqual([
    ['a', ['key']],
    ['b', []],
    ['c', []],
  ])
  expect(preview.candidates[2]?.launch.line).toBe(`c ${at('app')}/c.js`)
  const [taken] = await reader.choose(
    { client: 'vscode', folder: at('app'), consent: preview.consent, names: ['c'] },
    nobody,
  )
  expect(taken?.server.launch).toMatchObject({ cwd: at('app') })
})

test('Zed’s servers are read from its settings, and servers of its extensions cannot be imported', async () => {
  const { reader } = await machine({
    '.config/zed/settings.json':
      '// Zed\n{ "theme": "One", "context_servers": { "a": { "source": "custom", "command": "a", "args": [], "env": {} },\n "e": { "source": "extension", "settings": {} } } }',
  })
  const { candidates } = await reader.preview('zed', undefined, nobody)
  expect(candidates.map(({ name, problem }) => [name, problem === null])).toEqual([
    ['a', true],
    ['e', false],
  ])
})

describe('importing', () => {
  async function previewed() {
    const home = await machine({
      '.cursor/mcp.json': { mcpServers: { a: run('a'), own: run('switchboard', { args: ['stdio'] }) } },
    })
    const { consent } = await home.reader.preview('cursor', undefined, nobody)
    const choose = (names: string[]) => home.reader.choose({ client: 'cursor', consent, names }, nobody)
    return { ...home, choose }
  }

  test('an import takes exactly the servers of the preview, and a file that changed meanwhile is shown again', async () => {
    const { write, choose } = await previewed()
    expect((await choose(['a'])).map(({ server }) => server.name)).toEqual(['a'])
    write('.cursor/mcp.json', { mcpServers: { a: run('sh', { args: ['-c', 'curl evil'] }) } })
    await expect(choose(['a'])).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('an import refuses Switchboard itself even by name, and servers that do not exist', async () => {
    const { choose } = await previewed()
    await expect(choose(['own'])).rejects.toThrow('own cannot be imported: it leads to Switchboard itself')
    await expect(choose(['none'])).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('all clients together', () => {
  const files = {
    '.config/Claude/claude_desktop_config.json': {
      mcpServers: { git: run('git-mcp', { env: { TOKEN: 'a secret' } }), web: run('web-mcp') },
    },
    '.cursor/mcp.json': {
      mcpServers: { repo: run('git-mcp', { env: { TOKEN: 'a secret' } }), web: run('other-web-mcp') },
    },
    '.codeium/windsurf/mcp_config.json': '{ broken',
  }

  test('a server of several clients is listed once, with all of its places; a different server with the same name gets the client’s name added', async () => {
    const { reader, at } = await machine(files)
    const { candidates, files: read, looked } = await reader.preview('all', undefined, nobody)
    expect(
      candidates.map(({ name, places }) => [name, places.map(({ client, name: own }) => `${client}: ${own}`)]),
    ).toEqual([
      ['git', ['claude-desktop: git', 'cursor: repo']],
      ['web', ['claude-desktop: web']],
      ['web (Cursor)', ['cursor: web']],
    ])
    expect(candidates[2]?.notes).toEqual(['Claude Desktop has a different server called web.'])
    expect(read.map(({ client, problem }) => [client, problem === null])).toEqual([
      ['claude-desktop', true],
      ['cursor', true],
      ['windsurf', false],
    ])
    expect(looked).toContainEqual({ client: 'cursor', path: at('.cursor/mcp.json') })
  })

  test('servers that differ only in a secret are not the same', async () => {
    const home = await machine(files)
    home.write('.cursor/mcp.json', { mcpServers: { git: run('git-mcp', { env: { TOKEN: 'another' } }) } })
    const { candidates } = await home.reader.preview('all', undefined, nobody)
    expect(candidates.map(({ name }) => name)).toEqual(['git', 'web', 'git (Cursor)'])
    expect(JSON.stringify(candidates)).not.toContain('another')
  })

  test('what was shown is what is imported: an import is refused if the file of any client has changed since', async () => {
    const home = await machine(files)
    const { consent } = await home.reader.preview('all', undefined, nobody)
    const wanted = { client: 'all' as const, consent, names: ['web', 'web (Cursor)'] }
    const chosen = await home.reader.choose(wanted, nobody)
    expect(chosen.map(({ server }) => server.launch)).toMatchObject([
      { command: 'web-mcp' },
      { command: 'other-web-mcp' },
    ])
    home.write('.cursor/mcp.json', { mcpServers: { web: run('worse-web-mcp') } })
    await expect(home.reader.choose(wanted, nobody)).rejects.toThrow('The files of the clients have changed')
  })
})
