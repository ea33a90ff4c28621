/** The form of a project: its conversion to the contract's input, or to errors by field. Pure. */
import { type NewProject, newProject, usualProject } from '#contract/project'

export type ProjectForm = NewProject

export const emptyProject: ProjectForm = { name: '', ...usualProject }

export type CheckedProject =
  | { readonly ok: true; readonly project: NewProject }
  | { readonly ok: false; readonly errors: Partial<Record<keyof ProjectForm, string>> }

export function checkProject(form: ProjectForm): CheckedProject {
  const parsed = newProject.safeParse(form)
  if (parsed.success) return { ok: true, project: parsed.data }
  const errors: Partial<Record<keyof ProjectForm, string>> = {}
  for (const issue of parsed.error.issues) errors[issue.path[0] as keyof ProjectForm] ??= issue.message
  return { ok: false, errors }
}
