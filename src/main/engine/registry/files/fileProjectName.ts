/** Names the project that mirrors a file: `o` for `o.json`, unless the file contains a name. Pure. */
import { basename } from 'node:path'
import type { Project } from '#contract/project'
import { projectSlug } from '#engine/policies/slug'

export interface FileProjectNaming {
  readonly file: string
  /** The name that the file contains; null if it contains none. */
  readonly given: string | null
  /** The project's current name; null for a new project. */
  readonly before: string | null
  readonly others: readonly Pick<Project, 'id' | 'name'>[]
}

/** A taken name gets a number. An assigned name is kept, because clients use it in their addresses. */
export function fileProjectName({ file, given, before, others }: FileProjectNaming): string {
  const taken = new Set(others.flatMap(({ id, name }) => [id, name, projectSlug(name)]))
  const base = given ?? projectSlug(basename(file).replace(/(?<=.)\.[^.]*$/, ''))
  const isOfBase = before !== null && before.startsWith(base) && /^(-\d+)?$/.test(before.slice(base.length))
  if (isOfBase && !taken.has(before)) return before
  let name = base
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`
  return name
}
