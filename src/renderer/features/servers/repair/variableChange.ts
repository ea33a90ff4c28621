/** The change that adds one variable to a server or sets its value. Other variables stay unchanged. Pure. */
import type { ServerSnapshot } from '#contract/servers/server'
import { type CheckedEdit, checkEdit, editForm } from '#renderer/features/servers/edit/editForm.ts'

export function variableChange(server: ServerSnapshot, name: string, value: string): CheckedEdit {
  const form = editForm(server, null)
  const others = form.environment.filter((row) => row.name !== name)
  const id = Math.max(0, ...others.map((row) => row.id)) + 1
  return checkEdit({ ...form, environment: [...others, { id, name, value }] }, server, null)
}
