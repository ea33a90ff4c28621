import { expect, test } from 'vitest'
import type { LaunchSnapshot } from '#contract/servers/server'
import type { EditForm } from '#renderer/features/servers/edit/editForm.ts'
import { editStart } from '#renderer/features/servers/edit/editStart.ts'

const launch: LaunchSnapshot = { transport: 'stdio', command: 'uvx', args: ['a b'], envNames: [], cwd: null }
const form = {
  commandLine: "uvx 'a b'",
  environment: [
    { id: 0, name: 'MODE', value: '', kept: 'MODE' },
    { id: 1, name: 'ACME_TOKEN', value: '', kept: 'ACME_TOKEN' },
  ],
} as unknown as EditForm

test('without a part nothing is filled in', () => {
  expect(editStart(form, launch, null)).toMatchObject({ form, at: null, row: undefined })
})

test('a suggested program replaces the one that was not found, and the arguments stay', () => {
  expect(editStart(form, launch, { at: 'command', program: '/opt/uvx' }).form.commandLine).toBe("/opt/uvx 'a b'")
  expect(editStart(form, launch, { at: 'command' }).form).toBe(form)
})

test.each([
  ['acme_token', { id: 1, in: 'value' }, 2],
  // The header whose name looks like a key's.
  [undefined, { id: 1, in: 'value' }, 2],
  ['Authorization', { id: 2, in: 'value' }, 3],
] as const)('a person who came for the value %s starts at %j, among %i rows', (name, row, rows) => {
  const start = editStart(form, launch, { at: 'value', name })
  expect(start.row).toEqual(row)
  expect(start.form.environment).toHaveLength(rows)
})

test('if there is no value yet and its name is not known, the name field comes first', () => {
  const start = editStart({ ...form, environment: [] }, launch, { at: 'value' })
  expect(start.row).toEqual({ id: 1, in: 'name' })
})
