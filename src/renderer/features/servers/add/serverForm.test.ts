import { expect, test } from 'vitest'
import { checkForm, emptyForm, withLineRead, withPasted } from '#renderer/features/servers/add/serverForm.ts'

test('a command line alone is enough; the name comes from what it runs', () => {
  const checked = checkForm({ ...emptyForm, commandLine: 'npx -y @scope/server-files "/home/me/my files"' })
  expect(checked).toMatchObject({
    ok: true,
    server: {
      name: 'files',
      launch: { command: 'npx', args: ['-y', '@scope/server-files', '/home/me/my files'] },
      concurrency: 16,
      timeoutMs: 300_000,
      group: null,
    },
  })
})

test('an error from the contract is shown at the field it concerns', () => {
  const checked = checkForm({
    ...emptyForm,
    concurrency: '0',
    timeoutSeconds: 'soon',
    group: 'Not a slug',
    environment: [{ id: 0, name: '', value: 'secret' }],
  })
  expect(checked.ok ? [] : Object.keys(checked.errors).sort()).toEqual([
    'commandLine',
    'concurrency',
    'environment',
    'group',
    'timeoutSeconds',
  ])
})

test('a variable used twice is refused: one of the values would be lost silently', () => {
  const environment = [
    { id: 0, name: 'KEY', value: '1' },
    { id: 1, name: 'KEY ', value: '2' },
  ]
  expect(checkForm({ ...emptyForm, commandLine: 'x', environment })).toMatchObject({
    errors: { environment: 'KEY is used twice' },
  })
})

test('assignments typed in front of the command move to the masked rows and replace rows with that name', () => {
  const form = { ...emptyForm, commandLine: 'KEY=new run it', environment: [{ id: 0, name: 'KEY', value: 'old' }] }
  expect(withLineRead(form)).toMatchObject({
    commandLine: 'run it',
    environment: [{ id: 0, name: 'KEY', value: 'new' }],
  })
})

test('pasted text without a name keeps the typed name', () => {
  const launch = { transport: 'stdio', command: 'a', args: ['b'], env: { K: 'v' } } as const
  const server = { name: '', launch: { ...launch, args: ['b'] } }
  expect(withPasted({ ...emptyForm, name: 'Mine' }, server)).toMatchObject({ name: 'Mine', commandLine: 'a b' })
})

test('values of one pasted text never end up in the next: headers stay headers', () => {
  const remote = {
    name: 'far',
    launch: { transport: 'http' as const, url: 'https://x/', headers: { Authorization: 'Bearer 1' } },
  }
  const local = { name: 'near', launch: { transport: 'stdio' as const, command: 'run', args: [], env: { KEY: '1' } } }
  const typed = { id: 9, name: 'MINE', value: 'typed' }
  const both = withPasted(withPasted({ ...emptyForm, environment: [typed] }, remote), local)
  expect(checkForm(both)).toMatchObject({
    server: { name: 'near', launch: { transport: 'stdio', command: 'run', env: { MINE: 'typed', KEY: '1' } } },
  })
  const again = checkForm(withPasted(both, { name: 'far', launch: { ...remote.launch, headers: {} } }))
  expect(again).toMatchObject({ server: { launch: { url: 'https://x/', headers: {} } } })
  expect(JSON.stringify(checkForm(both))).not.toContain('Authorization')
})

test.each([
  ['https://mcp example.com', 'An address has no spaces'],
  ['npx "x', 'is not closed'],
  ['{ "x": { "command": "npx", "args": "-y foo" } }', 'x.args: expected an array, got a string'],
])('%s is explained instead of being run as a command', (commandLine, reason) => {
  const checked = checkForm({ ...emptyForm, commandLine })
  expect(checked.ok ? '' : checked.errors.commandLine).toContain(reason)
})

test('an address makes a remote server, whose rows are headers', () => {
  const headers = [{ id: 0, name: 'Authorization', value: 'Bearer 1' }]
  expect(checkForm({ ...emptyForm, commandLine: ' https://mcp.example.com/mcp ', headers })).toMatchObject({
    ok: true,
    server: {
      name: 'example',
      launch: { transport: 'http', url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer 1' } },
    },
  })
})

test('an invalid header name is refused at the headers', () => {
  const headers = [{ id: 0, name: 'two words', value: '1' }]
  const checked = checkForm({ ...emptyForm, commandLine: 'https://x/', headers })
  expect(checked.ok ? [] : Object.keys(checked.errors)).toEqual(['headers'])
})

test('the sign-in of a remote server is sent with its launch, and a command gets none', () => {
  const signIn = { ...emptyForm.signIn, clientId: 'switchboard', redirectPort: '4180' }
  expect(checkForm({ ...emptyForm, commandLine: 'https://mcp.example/mcp', signIn })).toMatchObject({
    ok: true,
    server: { launch: { transport: 'http', auth: { clientId: 'switchboard', redirectPort: 4180 } } },
  })
  expect(checkForm({ ...emptyForm, commandLine: 'https://mcp.example/mcp' })).not.toHaveProperty('server.launch.auth')
  expect(checkForm({ ...emptyForm, commandLine: 'npx x', signIn })).not.toHaveProperty('server.launch.auth')
})

test('a mistake in the sign-in is shown at its field', () => {
  const signIn = { ...emptyForm.signIn, redirectPort: '0' }
  const checked = checkForm({ ...emptyForm, commandLine: 'https://mcp.example/mcp', signIn })
  expect(checked.ok ? [] : Object.keys(checked.errors)).toEqual(['signIn'])
})
