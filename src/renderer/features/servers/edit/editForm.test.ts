import { describe, expect, test } from 'vitest'
import type { ServerSnapshot } from '#contract/servers/server'
import { addressTransports } from '#contract/servers/transports'
import { checkEdit, editForm } from '#renderer/features/servers/edit/editForm.ts'

const server: ServerSnapshot = {
  slug: 'git',
  name: 'Git',
  description: '',
  icon: null,
  projects: ['default'],
  enabledIn: ['default'],
  position: 1,
  enabled: true,
  launch: { transport: 'stdio', command: 'npx', args: ['-y', 'a server'], envNames: ['TOKEN'], cwd: null },
  plainSecrets: [],
  formerSlugs: [],
  group: null,
  groupIn: {},
  labels: ['fast'],
  concurrency: 16,
  restart: 'on-failure',
  timeoutMs: 300_000,
  sessions: 'auto',
  asksCallers: false,
  trusted: false,
  retry: 'never',
  idleStopMs: 1_800_000,
  state: { kind: 'stopped' },
  signIn: 'none',
  tools: { total: 0, enabled: 0, quarantined: 0 },
  restarts: 0,
}
const form = editForm(server, null)

describe('a change to a server', () => {
  test('contains nothing if nothing was changed: otherwise the server would restart', () => {
    expect(checkEdit(form, server, null)).toEqual({ ok: true, change: {} })
  })

  test('contains what was changed, in the units of the engine', () => {
    const changed = { ...form, timeoutSeconds: '2.5', idleMinutes: '', labels: 'a, b,', group: 'pair', trusted: true }
    expect(checkEdit(changed, server, null)).toEqual({
      ok: true,
      change: { timeoutMs: 2500, idleStopMs: null, labels: ['a', 'b'], group: 'pair', trusted: true },
    })
  })

  test('of the command keeps the values that only the engine knows', () => {
    expect(checkEdit({ ...form, commandLine: "npx -y 'a server' --more" }, server, null)).toEqual({
      ok: true,
      change: {
        launch: { transport: 'stdio', command: 'npx', args: ['-y', 'a server', '--more'], env: { TOKEN: null } },
      },
    })
  })

  test('sets a new value where one was typed, and drops removed ones', () => {
    const [row] = form.environment
    const typed = {
      ...form,
      environment: [
        { ...row!, value: 'new' },
        { id: 7, name: 'MORE', value: '' },
      ],
    }
    expect(checkEdit(typed, server, null)).toMatchObject({ change: { launch: { env: { TOKEN: 'new', MORE: '' } } } })
    expect(checkEdit({ ...form, environment: [] }, server, null)).toMatchObject({ change: { launch: { env: {} } } })
  })

  test('cannot keep a value under another name', () => {
    const [row] = form.environment
    const renamed = { ...form, environment: [{ ...row!, name: 'OTHER' }] }
    expect(checkEdit(renamed, server, null)).toMatchObject({ change: { launch: { env: { OTHER: '' } } } })
  })

  test('shows each error at its field', () => {
    const wrong = { ...form, name: ' ', concurrency: 'x', idleMinutes: '0', group: 'Not A Slug', commandLine: '' }
    const checked = checkEdit(wrong, server, null)
    expect(checked.ok ? [] : Object.keys(checked.errors).sort()).toEqual(
      ['commandLine', 'concurrency', 'group', 'idleMinutes', 'name'].sort(),
    )
  })

  test.each(addressTransports)('of a remote server keeps its hidden values, and its transport: %s', (transport) => {
    const remote: ServerSnapshot = {
      ...server,
      launch: { transport, url: 'https://a.example/?key=…', headerNames: ['Authorization'] },
    }
    const known = editForm(remote, null)
    expect(checkEdit(known, remote, null)).toEqual({ ok: true, change: {} })
    expect(checkEdit({ ...known, environment: [] }, remote, null)).toEqual({
      ok: true,
      change: { launch: { transport, url: 'https://a.example/?key=…', headers: {} } },
    })
    expect(checkEdit({ ...known, commandLine: 'https://b.example/' }, remote, null)).toMatchObject({
      change: { launch: { transport, url: 'https://b.example/' } },
    })
    const said = JSON.stringify({ type: 'sse', url: 'https://b.example/' })
    expect(checkEdit({ ...known, commandLine: said }, remote, null)).toMatchObject({
      change: { launch: { transport: 'sse' } },
    })
  })
})

describe('the sign-in of a remote server', () => {
  const auth = { clientId: 'switchboard', secretNames: ['clientSecret' as const] }
  const launch = { transport: 'http' as const, url: 'https://mcp.example/mcp', headerNames: [], auth }
  const remote: ServerSnapshot = { ...server, launch }
  const remoteForm = editForm(remote, null)

  test('stays when something else in the launch changes, because only the engine knows the secret', () => {
    expect(checkEdit({ ...remoteForm, commandLine: 'https://mcp.example/v2' }, remote, null)).toMatchObject({
      ok: true,
      change: { launch: { url: 'https://mcp.example/v2', auth: { clientId: 'switchboard', clientSecret: null } } },
    })
  })

  test('changes alone, with the rest of the launch as it was', () => {
    const signIn = { ...remoteForm.signIn, scope: 'read' }
    expect(checkEdit({ ...remoteForm, signIn }, remote, null)).toEqual({
      ok: true,
      change: {
        launch: {
          transport: 'http',
          url: 'https://mcp.example/mcp',
          headers: {},
          auth: { clientId: 'switchboard', clientSecret: null, scope: 'read' },
        },
      },
    })
  })

  test('with a mistake is refused at its field', () => {
    const signIn = { ...remoteForm.signIn, redirectPort: 'soon' }
    const checked = checkEdit({ ...remoteForm, signIn }, remote, null)
    expect(checked.ok ? [] : Object.keys(checked.errors.signIn ?? {})).toEqual(['redirectPort'])
  })
})
