/** The form of a tool's own name and description. An empty field means the server's text. Pure. */
import { ownDescription, ownName } from '#contract/tools/tool'
import type { OwnWords } from '#renderer/features/projects/matrix/rows/cells.ts'

export interface NameForm {
  readonly name: string
  readonly description: string
}

export type CheckedName =
  | { readonly ok: true; readonly own: OwnWords }
  | { readonly ok: false; readonly errors: Partial<Record<keyof NameForm, string>> }

export const nameForm = (own: OwnWords | null): NameForm => ({
  name: own?.name ?? '',
  description: own?.description ?? '',
})

export function checkName(form: NameForm): CheckedName {
  const name = form.name.trim()
  const description = form.description.trim()
  const checkedName = name === '' ? null : ownName.safeParse(name)
  const checkedDescription = description === '' ? null : ownDescription.safeParse(description)
  const errors = {
    ...(checkedName?.error && { name: checkedName.error.issues[0]?.message ?? '' }),
    ...(checkedDescription?.error && { description: checkedDescription.error.issues[0]?.message ?? '' }),
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, own: { name: checkedName?.data ?? null, description: checkedDescription?.data ?? null } }
}
