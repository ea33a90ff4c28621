import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readClientText } from '#engine/clients/readClients'
import { AppError } from '#contract/errors'
import type { Launch } from '#contract/servers/server'

const nobody = { launches: [], endpoint: null }

function read(content: unknown, path?: string, launches: readonly Launch[] = []) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return readClientText(text, path, '/home/me', { ...nobody, launches })
}

const names = (content: unknown) => read(content).map(({ candidate }) => candidate.name)
const launchOf = (content: unknown, path?: string) => read(content, path)[0]?.server?.launch
const node = { command: 'node', args: ['a.js'] }

test.each([
  ['Claude Desktop, Cursor', { mcpServers: { a: node } }],
  ['VS Code mcp.json', { inputs: [], servers: { a: { type: 'stdio', ...node } } }],
  ['VS Code settings.json', { 'editor.fontSize': 12, mcp: { servers: { a: node } } }],
  ['Zed', { theme: 'One', context_servers: { a: { source: 'custom', ...node, env: {} } } }],
  ['Zed of 2025', { context_servers: { a: { command: { path: 'node', args: ['a.js'], env: null }, settings: {} } } }],
  ['Claude Code', { numStartups: 3, projects: { '/x': { mcpServers: { a: { ...node, cwd: '/y' } }, history: [] } } }],
  ['a piece of documentation', { a: node }],
])('the servers are found in the format of %s', (_form, content) => {
  expect(launchOf(content)).toMatchObject({ transport: 'stdio', command: 'node', args: ['a.js'] })
})

test('comments and trailing commas are fine, in settings that people write by hand', () => {
  expect(names('// settings\n{"context_servers": {"a": {"command": "x", "args": [],},},}')).toEqual(['a'])
})

test("a file without servers is read as empty; a broken file's error says where", () => {
  expect(names({ theme: 'dark' })).toEqual([])
  expect(() => read('{"mcpServers": [')).toThrow(AppError)
  expect(names({ mcpServers: [] })).toEqual([])
  expect(() => read({ mcpServers: [1] })).toThrow('mcpServers: expected an object, got array')
})

test("other notations are understood: serverUrl, numbers as variables, Cursor's type", () => {
  expect(launchOf({ mcpServers: { a: { serverUrl: 'https://x.dev/mcp' } } })).toEqual({
    transport: 'http',
    url: 'https://x.dev/mcp',
    headers: {},
  })
  expect(launchOf({ mcpServers: { a: { ...node, env: { PORT: 8080, DEBUG: true, GONE: null } } } })).toMatchObject({
    env: { PORT: '8080', DEBUG: 'true' },
  })
  expect(launchOf({ mcpServers: { a: { url: 'https://x.dev', type: 'streamableHttp' } } })).toMatchObject({
    transport: 'http',
  })
})

test("a client's inputs and variables become references, and the preview says which values are needed", () => {
  const [entry] = read({ servers: { a: { ...node, env: { TOKEN: '${input:tok}', HOST: '${env:HOST}' } } } })
  expect(entry?.server?.launch).toMatchObject({ env: { TOKEN: '${tok}', HOST: '${HOST}' } })
  expect(entry?.candidate.needs).toEqual(['tok', 'HOST'])
  expect(entry?.candidate.notes).toHaveLength(2)
})

test("one of Switchboard's own files is read literally: ${env:X} stays, settings are kept", () => {
  const entry = { ...node, env: { A: '${env:A}' }, group: 'g', disabledTools: ['t'] }
  const [own] = read({ mcpServers: { a: entry }, switchboard: { project: 'p' } })
  expect(own).toMatchObject({ server: { launch: { env: { A: '${env:A}' } }, group: 'g' }, disabledTools: ['t'] })
})

test("a project's server runs in the project's folder, as before", () => {
  expect(launchOf({ mcpServers: { a: node } }, '/work/app/.mcp.json')).toMatchObject({ cwd: '/work/app' })
  expect(launchOf({ servers: { a: node } }, '/work/app/.vscode/mcp.json')).toMatchObject({ cwd: '/work/app' })
  expect(launchOf({ mcpServers: { a: node } }, '/home/me/file.json')).not.toHaveProperty('cwd')
})

test('an entry that cannot be imported says why, and does not hide the others', () => {
  const servers = {
    extension: { source: 'extension', settings: { token: 'x' } },
    workspace: { command: 'node', args: ['${workspaceFolder}/a.js'] },
    text: 'no',
    good: node,
  }
  const problems = read({ context_servers: servers }).map(({ candidate }) => candidate.problem)
  expect(problems).toEqual([
    'context_servers.extension: it is an extension of that client, and only that client can start it',
    expect.stringContaining('${workspaceFolder}'),
    'context_servers.text: expected an object, got string',
    null,
  ])
})

test('ignored fields are reported', () => {
  const [entry] = read({ servers: { a: { ...node, envFile: '.env', oauth: {}, gallery: true } } })
  expect(entry?.candidate.notes).toEqual([
    'the variables of .env are not read: add them to the server',
    'servers.a.oauth: unknown key, ignored',
  ])
})

test("an existing server and Switchboard's own entry are marked", () => {
  const launches: Launch[] = [{ transport: 'stdio', command: 'node', args: ['a.js'], env: { KEY: '${a.KEY}' } }]
  const content = {
    mcpServers: {
      again: { ...node, env: { KEY: 'clear' } },
      other: { command: 'node', args: ['b.js'] },
      switchboard: { command: 'switchboard', args: ['stdio'] },
    },
  }
  const merged = read(content, undefined, launches)
  expect(merged.map(({ candidate }) => candidate.standing)).toEqual(['here', 'new', 'own'])
  // Importing all entries that have no problem must skip this one.
  expect(merged[2]).toMatchObject({
    server: null,
    candidate: { problem: expect.stringContaining('Switchboard itself') },
  })
})

test('different servers with one name in two folders are both offered, with their folders; equal ones only once', () => {
  const projects = {
    '/work/app': { mcpServers: { git: { command: 'git-a', cwd: '/' } } },
    '/work/site': { mcpServers: { git: { command: 'git-b', cwd: '/' } } },
    '/work/copy': { mcpServers: { git: { command: 'git-a', cwd: '/' } }, disabledMcpServers: ['git'] },
  }
  expect(names({ projects })).toEqual(['git', 'git (site)'])
})

test('a server that was switched off in the client stays off', () => {
  const projects = { '/x': { mcpServers: { a: node, b: node }, disabledMcpServers: ['b'] } }
  expect(read({ projects }).map(({ server }) => server?.enabled)).toEqual([true, false])
})

test('an endlessly nested file is refused, with that reason', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  expect(() => read(`{"mcpServers":{"a":{"command":"x","args":${deep}}}}`)).toThrow('nested more than')
  expect(names(`{"other":${deep},"mcpServers":{"a":{"command":"x"}}}`)).toEqual(['a'])
})

test('any file is read or refused, without an internal error', () => {
  const entry = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { command: fc.jsonValue(), args: fc.jsonValue(), env: fc.jsonValue(), cwd: fc.jsonValue() },
      { requiredKeys: [] },
    ),
    fc.record(
      { url: fc.jsonValue(), headers: fc.jsonValue(), type: fc.jsonValue(), source: fc.jsonValue() },
      { requiredKeys: [] },
    ),
  )
  const map = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), entry))
  const key = fc.constantFrom(
    'mcpServers',
    'servers',
    'mcp',
    'context_servers',
    'projects',
    'disabledMcpServers',
    'switchboard',
  )
  fc.assert(
    fc.property(fc.dictionary(key, fc.oneof(map, fc.dictionary(fc.constantFrom('servers', '/x'), map))), (file) => {
      try {
        read(file)
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(AppError)
      }
    }),
  )
})
