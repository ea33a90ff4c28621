/** The rows of `projects`. Knows SQL, no rules. */
import type { Project } from '#contract/project'

export type ProjectRow = Project
export type ProjectPatch = Partial<Omit<ProjectRow, 'id'>>

/** The project that every new store has. */
export const defaultProjectId = 'default'

export interface ProjectStore {
  /** By name. */
  list(): Promise<ProjectRow[]>
  get(id: string): Promise<ProjectRow | null>
  /** Rejects with `CONFLICT` when the id or the file is taken. */
  insert(row: ProjectRow): Promise<void>
  /** Rejects with `NOT_FOUND` when there is no such project. */
  update(id: string, patch: ProjectPatch): Promise<ProjectRow>
  /** With its servers. Removing what is not there is no error. */
  remove(id: string): Promise<void>
}
