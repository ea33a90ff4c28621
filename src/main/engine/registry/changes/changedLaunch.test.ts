import { describe, expect, it } from 'vitest'
import { type Launch, serverChange } from '#contract/servers/server'
import { changedLaunch, needsNewConnection } from '#engine/registry/changes/changedLaunch'
import type { ServerRow } from '#engine/store/servers/serverRow'

function change(launch: unknown) {
  const parsed = serverChange.parse({ launch })
  if (parsed.launch === undefined) throw new Error('there is a launch')
  return parsed.launch
}

const local: Launch = { transport: 'stdio', command: 'x', args: [], env: { TOKEN: '${x.TOKEN}', MODE: 'a' }, cwd: '/a' }
const remote: Launch = {
  transport: 'http',
  url: 'https://me:pass@a.test/mcp?api_key=abc&x=1',
  headers: { Authorization: 'Bearer hidden' },
}

describe('a changed launch', () => {
  it.each<[string, Launch, unknown, Launch]>([
    [
      'keeps the hidden values that the change names, and drops the rest',
      local,
      { transport: 'stdio', command: 'y', env: { TOKEN: null, NEW: 'b' } },
      { transport: 'stdio', command: 'y', args: [], env: { TOKEN: '${x.TOKEN}', NEW: 'b' } },
    ],
    [
      'keeps what was hidden in the address and headers',
      remote,
      { transport: 'sse', url: 'https://me:***@a.test/mcp?api_key=***&x=1', headers: { Authorization: null } },
      { ...remote, transport: 'sse' },
    ],
    [
      'keeps the sign-in secrets that the change names, and drops the rest',
      { ...remote, auth: { clientSecret: '${a.secret}', privateKey: '${a.key}', clientId: 'me' } },
      { transport: 'http', url: 'https://a.test/mcp', auth: { clientSecret: null, clientId: 'you' } },
      {
        transport: 'http',
        url: 'https://a.test/mcp',
        headers: {},
        auth: { clientSecret: '${a.secret}', clientId: 'you' },
      },
    ],
    [
      'takes a different address unchanged',
      remote,
      { transport: 'http', url: 'https://me:***@b.test/mcp', headers: {} },
      { transport: 'http', url: 'https://me:***@b.test/mcp', headers: {} },
    ],
  ])('%s', (_what, before, wanted, after) => {
    expect(changedLaunch(before, change(wanted))).toEqual(after)
  })

  it.each<[Launch, unknown, string]>([
    [local, { transport: 'stdio', command: 'x', env: { OTHER: null } }, 'launch.env.OTHER'],
    [local, { transport: 'stdio', command: 'x', env: { constructor: null } }, 'launch.env.constructor'],
    [remote, { transport: 'stdio', command: 'x', env: { Authorization: null } }, 'launch.env.Authorization'],
    [local, { transport: 'http', url: 'https://a.test', headers: { TOKEN: null } }, 'launch.headers.TOKEN'],
    [remote, { transport: 'http', url: 'https://a.test', auth: { privateKey: null } }, 'launch.auth.privateKey'],
  ])('refuses to keep a value that does not exist: %j %j', (before, wanted, place) => {
    expect(() => changedLaunch(before, change(wanted))).toThrow(
      `${place}: there is no stored value to keep, so enter one`,
    )
  })
})

it('a change does not reset settings that it does not name', () => {
  expect(serverChange.parse({ name: 'n' })).toEqual({ name: 'n' })
})

describe('[R7] whether a change of settings ends the connection', () => {
  const row = { launch: local, sessions: 'auto', restart: 'on-failure', concurrency: 16, timeoutMs: 1 } as ServerRow
  it.each<[string, Partial<ServerRow>, Partial<ServerRow>, boolean]>([
    ['the launch', {}, { launch: { ...local, command: 'y' } }, true],
    ['how the server is shared', {}, { sessions: 'dedicated' }, true],
    ['settings that decide which servers share a process', { sessions: 'shared' }, { concurrency: 1 }, true],
    ['settings that are read when needed', {}, { concurrency: 1, restart: 'never', timeoutMs: 2 }, false],
    ['settings of a shared server that do not concern the process', { sessions: 'shared' }, { timeoutMs: 2 }, false],
    ['nothing', {}, { launch: structuredClone(local) }, false],
  ])('%s: %j %j', (_what, before, after, ends) => {
    expect(needsNewConnection({ ...row, ...before }, { ...row, ...before, ...after })).toBe(ends)
  })
})
