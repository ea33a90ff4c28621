import { expect, test } from 'vitest'
import { checkForm, emptyForm, withAssignmentsMoved, withSnippet } from '#renderer/features/servers/add/serverForm.ts'

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

test('what the contract refuses is said beside the field it concerns', () => {
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

test('a variable that is there twice is refused: one of the two would be lost silently', () => {
  const environment = [
    { id: 0, name: 'KEY', value: '1' },
    { id: 1, name: 'KEY ', value: '2' },
  ]
  expect(checkForm({ ...emptyForm, commandLine: 'x', environment })).toMatchObject({
    errors: { environment: 'KEY is there twice' },
  })
})

test('assignments typed in front of the command move to the masked rows and replace rows of that name', () => {
  const form = { ...emptyForm, commandLine: 'KEY=new run it', environment: [{ id: 0, name: 'KEY', value: 'old' }] }
  expect(withAssignmentsMoved(form)).toMatchObject({
    commandLine: 'run it',
    environment: [{ id: 0, name: 'KEY', value: 'new' }],
  })
})

test('a snippet without a name keeps the one that was typed', () => {
  const server = { name: '', line: 'a b', values: { K: 'v' }, cwd: null }
  expect(withSnippet({ ...emptyForm, name: 'Mine' }, server)).toMatchObject({ name: 'Mine', commandLine: 'a b' })
})

test('an address makes a remote server, whose rows are headers', () => {
  const environment = [{ id: 0, name: 'Authorization', value: 'Bearer 1' }]
  expect(checkForm({ ...emptyForm, commandLine: ' https://mcp.example.com/mcp ', environment })).toMatchObject({
    ok: true,
    server: {
      name: 'example',
      launch: { transport: 'http', url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer 1' } },
    },
  })
})

test('a header with a name that no request could carry is refused beside the headers', () => {
  const environment = [{ id: 0, name: 'two words', value: '1' }]
  const checked = checkForm({ ...emptyForm, commandLine: 'https://x/', environment })
  expect(checked.ok ? [] : Object.keys(checked.errors)).toEqual(['environment'])
})
