/** Prepares the form of an existing server for a person who opens one part of it. Pure. */
import { joinWords } from '#contract/pasted/commandWords'
import { secretNamePattern } from '#contract/secretNames'
import type { LaunchSnapshot } from '#contract/servers/server'
import { hasProcess } from '#contract/servers/transports'
import type { EditForm } from '#renderer/features/servers/edit/editForm.ts'
import type { EditPart } from '#renderer/model/servers/serverDialogs.ts'
import type { EnvironmentRow } from '#renderer/parts/values/environmentRows.ts'

export interface EditStart {
  readonly form: EditForm
  /** The part to open; null: no particular part. */
  readonly at: EditPart['at'] | null
  /** The row of the variable or header to fill in. */
  readonly row: { readonly id: number; readonly in: 'name' | 'value' } | undefined
  /** The text that the value begins with, such as `Bearer`. */
  readonly scheme: string | undefined
}

export function editStart(form: EditForm, launch: LaunchSnapshot, part: EditPart | null): EditStart {
  const nowhere = { form, at: part?.at ?? null, row: undefined, scheme: undefined }
  switch (part?.at) {
    case undefined:
    case 'signIn':
    case 'clientId':
    case 'folder':
      return nowhere
    case 'command':
      if (part.program === undefined || !hasProcess(launch)) return nowhere
      return { ...nowhere, form: { ...form, commandLine: joinWords([part.program, ...launch.args]) } }
    case 'value':
      return { ...atValue(form, part.name), at: 'value', scheme: part.scheme }
  }
}

function atValue(form: EditForm, name: string | undefined): Pick<EditStart, 'form' | 'row'> {
  const rows = form.environment
  const there =
    name === undefined
      ? (rows.find((row) => secretNamePattern.test(row.name)) ?? rows[0])
      : rows.find((row) => row.name.toLowerCase() === name.toLowerCase())
  if (there !== undefined) return { form, row: { id: there.id, in: 'value' } }
  const added: EnvironmentRow = { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, name: name ?? '', value: '' }
  return {
    form: { ...form, environment: [...rows, added] },
    row: { id: added.id, in: name === undefined ? 'name' : 'value' },
  }
}
