import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ExportFormat, exportFormats } from '#contract/clients/clientNames'
import type { Project } from '#contract/project'
import { type WrittenLaunch, newServer, serverSettings } from '#contract/servers/server'
import { readClientText } from '#engine/clients/readClients'
import { secretNamePattern } from '#contract/secretNames'
import type { WrittenServer } from '#engine/clients/clientForms'
import { writeConfig } from '#engine/clients/writeConfig'

const project: Project = {
  id: 'default',
  name: 'Default',
  naming: 'prefix-always',
  prefix: '{server}__{tool}',
  start: 'eager',
  instructions: '',
  file: null,
  formerNames: [],
}

function server(name: string, launch: WrittenLaunch, more: Partial<WrittenServer> = {}): WrittenServer {
  return { ...serverSettings.parse({}), slug: name, name, launch, disabledTools: [], ownTools: new Map(), ...more }
}

const stdio = (more: Partial<Extract<WrittenLaunch, { transport: 'stdio' }>>): WrittenLaunch => ({
  transport: 'stdio',
  command: 'node',
  args: [],
  env: {},
  ...more,
})

const read = (text: string) => readClientText(text, undefined, '/home/me', { launches: [], endpoint: null })

// Catches a secret in an exported file that is then shared.
test('no secret value is written, whichever part of a launch contains it', () => {
  const servers = [
    server('env', stdio({ env: { GITHUB_TOKEN: 'ghp-secret-1', MODE: 'fast' } })),
    server('other', stdio({ env: { GITHUB_TOKEN: 'ghp-secret-2' } })),
    server('same', stdio({ env: { GITHUB_TOKEN: 'ghp-secret-1' } })),
    server('args', stdio({ args: ['--api-key=key-secret-3', '--password', 'secret-4', '--mode', 'fast'] })),
    server('url', {
      transport: 'http',
      url: 'https://me:secret-5@x.dev/mcp?key=secret-6&page=2',
      headers: { Authorization: 'Bearer secret-7', Accept: 'text/plain' },
    }),
    server('dsn', stdio({ env: { PG: 'postgres://u:secret-8@db/x' }, args: ['postgres://u:secret-9@db/x'] })),
  ]
  for (const format of exportFormats) expect(writeConfig(servers, project, format).text).not.toMatch(/secret-\d/)
  const { text, placeholders } = writeConfig(servers, project)
  const { mcpServers } = JSON.parse(text) as { mcpServers: Record<string, Record<string, unknown>> }
  expect(mcpServers['env']).toMatchObject({ env: { GITHUB_TOKEN: '${GITHUB_TOKEN}', MODE: 'fast' } })
  expect(mcpServers['other']).toMatchObject({ env: { GITHUB_TOKEN: '${GITHUB_TOKEN_2}' } })
  expect(mcpServers['same']).toMatchObject({ env: { GITHUB_TOKEN: '${GITHUB_TOKEN}' } })
  expect(mcpServers['args']?.['args']).toEqual(['--api-key=${API_KEY}', '--password', '${PASSWORD}', '--mode', 'fast'])
  expect(mcpServers['url']).toMatchObject({
    url: 'https://me:${URL_PASSWORD}@x.dev/mcp?key=${KEY}&page=2',
    headers: { Authorization: 'Bearer ${AUTHORIZATION}', Accept: 'text/plain' },
  })
  expect(placeholders).toContain('GITHUB_TOKEN_2')
})

test("a sign-in's secrets are left out; formats of other clients leave out its settings, and a note says so", () => {
  const identityProvider = { tokenEndpoint: 'https://idp.dev/token', clientId: 'us', idToken: 'secret-3' }
  const auth = { clientId: 'me', clientSecret: 'secret-1', privateKey: 'secret-2', identityProvider } as const
  const servers = [server('far', { transport: 'http', url: 'https://x.dev', headers: {}, auth })]
  const { text, placeholders } = writeConfig(servers, project)
  expect(JSON.parse(text)).toMatchObject({
    mcpServers: {
      far: {
        auth: {
          clientId: 'me',
          clientSecret: '${CLIENTSECRET}',
          privateKey: '${PRIVATEKEY}',
          identityProvider: { ...identityProvider, idToken: '${IDENTITYPROVIDER_IDTOKEN}' },
        },
      },
    },
  })
  expect(placeholders).toHaveLength(3)
  for (const format of exportFormats) expect(writeConfig(servers, project, format).text).not.toMatch(/secret-\d/)
  const other = writeConfig(servers, project, 'cursor')
  expect(other.text).not.toContain('auth')
  expect(other.notes).toEqual(['far has settings for its sign-in, which this client does not read from its file.'])
})

test('a reference stays a reference, and its name is not reused', () => {
  const launch = stdio({ env: { A: '${TOKEN}', TOKEN: 'in-clear' } })
  expect(JSON.parse(writeConfig([server('a', launch)], project).text)).toMatchObject({
    mcpServers: { a: { env: { A: '${TOKEN}', TOKEN: '${TOKEN_2}' } } },
  })
})

test.each<[ExportFormat, unknown]>([
  ['claude-desktop', { mcpServers: { a: { command: 'node', args: [], env: { A: '${TOKEN}' } } } }],
  ['claude-code', { mcpServers: { a: { type: 'stdio', command: 'node', args: [], env: { A: '${TOKEN}' } } } }],
  ['cursor', { mcpServers: { a: { command: 'node', args: [], env: { A: '${env:TOKEN}' } } } }],
  [
    'vscode',
    {
      inputs: [{ type: 'promptString', id: 'TOKEN', description: 'TOKEN', password: true }],
      servers: { a: { type: 'stdio', command: 'node', args: [], env: { A: '${input:TOKEN}' } } },
    },
  ],
  ['windsurf', { mcpServers: { a: { command: 'node', args: [], env: { A: '${env:TOKEN}' } } } }],
  [
    'zed',
    { context_servers: { a: { source: 'custom', enabled: true, command: 'node', args: [], env: { A: '${TOKEN}' } } } },
  ],
])('%s gets its own format and its own notation for references', (format, expected) => {
  const { text } = writeConfig([server('a', stdio({ env: { A: '${TOKEN}' } }))], project, format)
  expect(JSON.parse(text)).toEqual(expected)
})

test("settings that a client's format cannot express are left out and reported, and a switched-off server is left out", () => {
  const servers = [
    server('off', stdio({}), { enabled: false }),
    server('far', { transport: 'http', url: 'https://x.dev', headers: {} }),
    server('near', stdio({}), { disabledTools: ['t'] }),
  ]
  const { text, notes } = writeConfig(servers, project, 'claude-desktop')
  expect(Object.keys((JSON.parse(text) as { mcpServers: object }).mcpServers)).toEqual(['near'])
  expect(notes.map((note) => note.split(' ')[0])).toEqual(['off', 'far', 'near'])
})

/**
 * Whether a value has no surrounding spaces and is not named like a secret, because a secret's value would be removed.
 */
const isPlain = (text: string) => text.trim() === text && !secretNamePattern.test(text)
const word = fc.stringMatching(/^[\w ./@-]{1,12}$/).filter(isPlain)
const reference = fc.constantFrom('${TOKEN}', 'Bearer ${API_KEY}', 'x-${A_1}-y')
const value = fc.oneof(word, reference)
const variables = fc.dictionary(fc.stringMatching(/^[A-Z][A-Z_]{0,6}[XYZ]$/).filter(isPlain), value, { maxKeys: 3 })
const launches: fc.Arbitrary<WrittenLaunch> = fc.oneof(
  fc.record(
    {
      transport: fc.constant('stdio' as const),
      command: word,
      args: fc.array(value, { maxLength: 3 }),
      env: variables,
      cwd: word,
    },
    { requiredKeys: ['transport', 'command', 'args', 'env'] },
  ),
  fc.record(
    {
      transport: fc.constantFrom('http' as const, 'sse' as const),
      url: fc.constantFrom('https://x.dev/mcp', 'https://x.dev/mcp?key=${KEY}', 'http://${HOST}/mcp'),
      headers: variables,
      auth: fc.constantFrom({ clientId: 'me', clientSecret: '${SECRET}', redirectPort: 8_080 }, { issuerCheck: false }),
    },
    { requiredKeys: ['transport', 'url', 'headers'] },
  ),
)
const servers = fc
  .uniqueArray(fc.tuple(fc.stringMatching(/^[a-z][a-z-]{0,10}$/), launches, fc.boolean()), {
    selector: ([name]) => name,
    maxLength: 4,
  })
  .map((list) =>
    list.map(([name, launch, enabled], place) =>
      server(name, launch, {
        enabled,
        group: place === 0 ? 'group' : null,
        labels: place === 1 ? ['l'] : [],
        concurrency: place + 1,
      }),
    ),
  )

test('[R2] an export in our own format is read back unchanged, settings included', () => {
  fc.assert(
    fc.property(servers, (list) => {
      const back = read(writeConfig(list, project).text)
      const expected = list.map(({ slug: _slug, disabledTools: _tools, ...rest }) => newServer.parse(rest))
      expect(back.map((one) => one.server)).toEqual(expected)
    }),
  )
})

/** Returns the launch as another client can express it. */
function plain(launch: WrittenLaunch): WrittenLaunch {
  if (launch.transport === 'stdio') return launch
  const { transport, url, headers } = launch
  return { transport, url, headers }
}

test.each(exportFormats)('an export for %s is read back with the same launches', (format) => {
  fc.assert(
    fc.property(servers, (list) => {
      const all = list.map((one) => ({ ...one, enabled: true }))
      const launched = all.map(({ name, launch }) => ({
        name,
        launch: format === 'switchboard' ? launch : plain(launch),
      }))
      const kept =
        format === 'claude-desktop' ? launched.filter(({ launch }) => launch.transport === 'stdio') : launched
      const back = read(writeConfig(all, project, format).text)
      expect(back.map((one) => [one.server?.name, one.server?.launch])).toEqual(
        kept.map(({ name, launch }) => [name, launch]),
      )
    }),
  )
})
