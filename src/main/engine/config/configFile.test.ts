import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import { newServer } from '#contract/servers/server'
import { fileProblems, readConfigFile } from '#engine/config/configFile'

const launch = {
  transport: 'stdio',
  command: 'npx',
  args: ['-y', 'server-git'],
  env: { TOKEN: 'x' },
  cwd: '/tmp',
} as const
const git = { command: 'npx', args: ['-y', 'server-git'], env: { TOKEN: 'x' }, cwd: '/tmp' }

function read(value: unknown) {
  return readConfigFile(JSON.stringify(value))
}

function outcomeOf(text: string): unknown {
  try {
    readConfigFile(text)
    return 'read'
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
}

/** Returns the problems as a person would read them. */
function problemsOf(value: unknown): string[] {
  return read(value).problems.map(({ path, message, severity }) => `${severity} ${path}: ${message}`)
}

describe('the formats in which clients store their servers', () => {
  const server = newServer.parse({ name: 'git', launch })
  const shown = { line: 'npx -y server-git', values: { TOKEN: '***' }, cwd: '/tmp' }
  test.each([
    ['Claude Desktop, Cursor and others', { mcpServers: { git }, globalShortcut: '' }],
    ['VS Code', { servers: { git: { ...git, type: 'stdio' } }, inputs: [] }],
    ['a bare map', { git }],
  ])('%s', (_client, file) => {
    const { entries, problems } = read(file)
    expect(entries).toEqual([
      {
        name: 'git',
        server,
        disabledTools: [],
        ownTools: new Map(),
        candidate: { name: 'git', launch: shown, enabled: true, problem: null },
      },
    ])
    expect(problems).toEqual([])
  })

  test('a bare map may have a server named "servers"', () => {
    expect(read({ servers: git, git }).entries.map(({ name }) => name)).toEqual(['servers', 'git'])
  })

  test('comments, trailing commas and a byte order mark are accepted', () => {
    const text = '\uFEFF{ // mine\n "mcpServers": { /* one */ "git": { "command": "git-mcp", "args": ["a",], }, }, }'
    expect(readConfigFile(text).entries[0]?.server?.launch).toMatchObject({ command: 'git-mcp', args: ['a'] })
  })

  test("a client's file without servers, and a file with an empty map", () => {
    expect(read({ globalShortcut: '' })).toMatchObject({ entries: [], problems: [{ path: '', severity: 'error' }] })
    for (const file of [{}, { mcpServers: {} }, { switchboard: {} }]) {
      expect(read(file)).toEqual({ entries: [], project: {}, problems: [] })
    }
  })
})

test('everything that Switchboard adds is imported', () => {
  const calls = { concurrency: 2, restart: 'never', timeoutMs: 1000, retry: 'read-only' }
  const behaviour = { sessions: 'dedicated', trusted: true, idleStopMs: null }
  const added = { description: 'd', group: 'pair', labels: ['fast'], ...calls, ...behaviour }
  const { entries, problems } = read({
    mcpServers: { git: { ...git, ...added, enabled: false, disabledTools: ['push'] } },
  })
  expect(entries[0]?.server).toEqual({ ...added, name: 'git', enabled: false, launch })
  expect(entries[0]?.disabledTools).toEqual(['push'])
  expect(entries[0]?.candidate.enabled).toBe(false)
  expect(problems).toEqual([])
})

test.each([
  [{ disabled: true }, false, []],
  [{ disabled: false }, true, []],
  [{ enabled: true, disabled: true }, true, ['warning git.disabled: contradicts "enabled", ignored']],
  [{ enabled: false, disabled: true }, false, []],
])('enabled and disabled: %j', (flags, enabled, problems) => {
  const file = { git: { ...git, ...flags } }
  expect(read(file).entries[0]?.server?.enabled).toBe(enabled)
  expect(problemsOf(file)).toEqual(problems)
})

describe('a bad entry never hides the good ones, and is reported with the place of the error', () => {
  test.each([
    [{ ...git, args: ['a', 3] }, 'error mcpServers.bad.args[1]: expected a string, got number'],
    [{ ...git, args: 'a b' }, 'error mcpServers.bad.args: expected an array, got string'],
    [{ ...git, command: ' ' }, 'error mcpServers.bad.command: a command is needed'],
    [{ ...git, command: null }, 'error mcpServers.bad.command: expected a string, got null'],
    [{ ...git, env: { 'A.B': 1 } }, 'error mcpServers.bad.env["A.B"]: expected a string, got number'],
    [{ ...git, env: ['A=1'] }, 'error mcpServers.bad.env: expected an object, got array'],
    [{ ...git, timeoutMs: '5s' }, 'error mcpServers.bad.timeoutMs: expected a number, got string'],
    [{ ...git, enabled: 'yes' }, 'error mcpServers.bad.enabled: expected true or false, got string'],
    [{ ...git, disabledTools: ['a', null] }, 'error mcpServers.bad.disabledTools[1]: expected a string, got null'],
    [{ ...git, group: 'No Slug' }, 'error mcpServers.bad.group: a slug is 1 to 24 of a-z, 0-9 and -'],
    [{}, 'error mcpServers.bad: expected a command, or the url of a remote server'],
    ['npx server', 'error mcpServers.bad: expected an object, got string'],
    [null, 'error mcpServers.bad: expected an object, got null'],
  ])('%j', (bad, problem) => {
    const file = { mcpServers: { first: git, bad, last: git } }
    expect(problemsOf(file)).toEqual([problem])
    const { entries } = read(file)
    expect(entries.map(({ server }) => server !== null)).toEqual([true, false, true])
    expect(`error ${entries[1]?.candidate.problem}`).toBe(problem)
  })

  test('all faults in an entry are reported, and the entry can still be shown', () => {
    const { entries } = read({ bad: { ...git, cwd: 1, concurrency: 0, restart: 'sometimes' }, git })
    expect(entries[0]?.candidate).toMatchObject({
      name: 'bad',
      launch: { line: 'npx -y server-git', values: { TOKEN: '***' } },
    })
    for (const path of ['bad.cwd', 'bad.concurrency', 'bad.restart']) {
      expect(entries[0]?.candidate.problem).toContain(`${path}: `)
    }
  })

  test('a name that is too long is an error in its entry', () => {
    const name = 'x'.repeat(101)
    expect(read({ [name]: git, git }).entries.map(({ server }) => server !== null)).toEqual([false, true])
    expect(problemsOf({ [name]: git })[0]).toMatch(/^error x+: Too big/)
  })
})

describe('a remote server', () => {
  const url = 'https://example.org/mcp'
  test.each([
    [
      { url, headers: { Authorization: 'Bearer x' } },
      { transport: 'http', url, headers: { Authorization: 'Bearer x' } },
    ],
    [
      { type: 'http', url },
      { transport: 'http', url, headers: {} },
    ],
    [
      { type: 'streamable-http', url },
      { transport: 'http', url, headers: {} },
    ],
    [
      { type: 'sse', url, command: 'ignored' },
      { transport: 'sse', url, headers: {} },
    ],
    [{ url: '${BASE}/mcp' }, { transport: 'http', url: '${BASE}/mcp', headers: {} }],
  ])('is imported: %j', (remote, expected) => {
    const { entries } = read({ mcpServers: { far: remote } })
    expect(entries[0]?.server?.launch).toEqual(expected)
    expect(entries[0]?.candidate).toMatchObject({ launch: { line: expected.url }, problem: null })
  })

  test.each([
    [{ url: 'ftp://example.org' }, 'mcpServers.far.url: an address begins with http:// or https://'],
    [{ type: 'http' }, 'mcpServers.far.url: expected a string, got nothing'],
    [{ type: 'ws', url }, 'mcpServers.far.type: expected http or sse, got "ws"'],
    [{ url, headers: { 'a b': 'x' } }, 'mcpServers.far.headers["a b"]: this is not a header name'],
    [{ url, headers: { A: 1 } }, 'mcpServers.far.headers.A: expected a string, got number'],
  ])('with an error is left out, with the reason: %j', (remote, problem) => {
    const { entries } = read({ mcpServers: { far: remote } })
    expect(entries[0]).toMatchObject({ server: null, candidate: { problem } })
  })

  test('is shown without the key in its address', () => {
    const { entries } = read({ mcpServers: { far: { url: 'https://me:pass@example.org/mcp?api_key=abc&x=1' } } })
    expect(entries[0]?.candidate.launch.line).toBe('https://me:***@example.org/mcp?api_key=***&x=1')
  })
})

describe('the settings of a sign-in', () => {
  const far = (auth: unknown) => ({ far: { url: 'https://x.dev/mcp', auth } })

  test('are read with the names of the contract', () => {
    const auth = { grant: 'code', clientId: 'me', scope: 'read', redirectPort: 8_080, clientSecret: '${SECRET}' }
    expect(read(far(auth)).entries[0]?.server?.launch).toMatchObject({ auth })
    expect(problemsOf(far(auth))).toEqual([])
  })

  // Catches another client's file being refused because of keys that only that client knows.
  test.each([
    [{ CLIENT_ID: 'a', clientId: 'me' }, 'warning far.auth.CLIENT_ID: unknown key, ignored'],
    [
      { identityProvider: { tokenEndpoint: 'https://i', clientId: 'a', idToken: '${T}', extra: 1 } },
      'warning far.auth.identityProvider.extra: unknown key, ignored',
    ],
    ['oauth', 'warning far.auth: expected an object, got string, ignored'],
  ])('may be those of another client: %j', (auth, warning) => {
    expect(problemsOf(far(auth))).toEqual([warning])
    expect(read(far(auth)).entries[0]?.server).not.toBeNull()
  })

  test.each([
    [{ grant: 'password' }, 'far.auth.grant'],
    [{ redirectPort: 0 }, 'far.auth.redirectPort'],
    [{ clientId: 7 }, 'far.auth.clientId: expected a string, got number'],
  ])('are refused with the place of the mistake: %j', (auth, problem) => {
    const said = problemsOf(far(auth))
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(`error ${problem}`)
  })
})

test('unknown keys are listed and otherwise ignored', () => {
  const file = { mcpServers: { 'my server': { ...git, alwaysAllow: [], url: 'http://x' } }, switchboard: { colour: 1 } }
  expect(problemsOf(file)).toEqual([
    'warning mcpServers["my server"].alwaysAllow: unknown key, ignored',
    'warning mcpServers["my server"].url: not used by a server with a command, ignored',
    'warning switchboard.colour: unknown key, ignored',
  ])
  expect(read(file).entries[0]?.server).not.toBeNull()
})

test('if a name occurs twice, the last entry counts, and a warning says so', () => {
  const { entries, problems } = readConfigFile('{"mcpServers":{"a":{"command":"one"},"a":{"command":"two"}}}')
  expect(entries.map(({ candidate }) => candidate.launch.line)).toEqual(['two'])
  expect(problems).toMatchObject([{ path: 'mcpServers.a', severity: 'warning' }])
})

test('a name such as __proto__ is an ordinary name', () => {
  const names = ['__proto__', 'constructor', 'toString']
  const text = `{"mcpServers":{${names.map((name) => `"${name}":{"command":"x"}`).join()}}}`
  expect(readConfigFile(text).entries.map(({ server }) => server?.name)).toEqual(names)
})

test('the command line is shown in a form that can be pasted', () => {
  const file = { a: { command: '/opt/my app/run', args: ['--x=1', '', "it's", '$HOME'] } }
  expect(read(file).entries[0]?.candidate.launch.line).toBe(`'/opt/my app/run' --x=1 '' 'it'\\''s' '$HOME'`)
})

test('a secret among the arguments is not shown, because other people may see a preview', () => {
  const file = { a: { command: 'run', args: ['--api-key', 'never-to-be-shown', '--token=${MINE}', 7] } }
  const { entries } = read({ a: { ...file.a, args: file.a.args.slice(0, 3) } })
  expect(entries[0]?.candidate.launch.line).toBe(`run --api-key '***' '--token=\${MINE}'`)
  expect(read(file).entries[0]?.candidate.launch.line).not.toContain('never-to-be-shown')
})

test("the file's settings for its project are read, and errors in them are reported", () => {
  const project = { naming: 'override', prefix: '{server}-{tool}', start: 'strict', project: 'Work' }
  expect(read({ mcpServers: {}, switchboard: project }).project).toEqual(project)
  const wrong = { naming: 'sometimes', prefix: '{server}.{tool}', start: 1, project: 'Work' }
  const { project: rest, problems } = read({ git, switchboard: wrong })
  expect(rest).toEqual({ project: 'Work' })
  expect(problems.map(({ path }) => path)).toEqual(['switchboard.naming', 'switchboard.prefix', 'switchboard.start'])
  expect(problemsOf({ git, switchboard: 3 })).toEqual(['error switchboard: expected an object, got number'])
})

describe('a file that is wrong as a whole is refused instead of counting as empty', () => {
  test.each([
    ['', 'the file is empty'],
    ['{\n  "a": {\n    "command": "x"\n    "args": []\n  }\n}', 'line 4, column 5: a comma is missing'],
    ['{\r\n"a": {"command": "x}\r\n}', 'line 2, column 18: this string is not closed'],
    ['{"mcpServers": {', 'line 1, column 17: a } is missing'],
    ["{'a': 1}", 'line 1, column 2: this is not a value'],
    ['[]', 'expected an object, got array'],
    ['{"mcpServers": []}', 'mcpServers: expected an object, got array'],
    ['{"mcpServers": null}', 'mcpServers: expected an object, got null'],
  ])('%j', (text, message) => {
    expect(() => readConfigFile(text)).toThrow(new AppError('INVALID_INPUT', message))
  })

  test('very deep nesting is also refused', () => {
    expect(() => readConfigFile('{"a":'.repeat(200_000))).toThrow(AppError)
    expect(() => readConfigFile(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toThrow(AppError)
    // This text is nested too deep to be processed, but not too deep to be parsed.
    const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`
    expect(() => readConfigFile(`{"mcpServers":{"a":{"command":"x","extra":${deep}}}}`)).toThrow(
      new AppError('INVALID_INPUT', 'the file is nested more than 512 levels deep'),
    )
  })

  test('any text is either read or refused', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"mcpServers"',
      '"command"',
      '"x"',
      '1',
      'null',
      '//',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(['read', 'INVALID_INPUT']).toContain(outcomeOf(pieces.join('')))
      }),
      { numRuns: 2000 },
    )
  })
})

test.each([
  [
    '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}',
    ['mcpServers.a: this name occurs more than once: the last entry counts'],
  ],
  ['{"servers": {}, "switchboard": {"start": "often", "colour": 1}}', ['switchboard.start', 'switchboard.colour']],
  ['{"context_servers": {"zed": {"command": "x"}}}', []],
  ['[]', []],
])('unknown keys at the top level of %s are reported with the import', (text, beginnings) => {
  const problems = fileProblems(text)
  expect(problems).toHaveLength(beginnings.length)
  for (const [place, beginning] of beginnings.entries()) expect(problems[place]).toContain(beginning)
})
