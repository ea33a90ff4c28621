/** Reads projects. SQL only, no business rules. */
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Project } from '#contract/project'
import type { StoreDatabase } from '#engine/store/database/database'
import type { Tables } from '#engine/store/database/tables'

const filePrefix = 'file-'

/** The id of the project that mirrors the file at this absolute path. */
export function fileProjectId(path: string): string {
  return filePrefix + createHash('sha256').update(path).digest('hex').slice(0, 16)
}

export function isFileProject(projectId: string): boolean {
  return projectId.startsWith(filePrefix)
}

export interface ProjectStore {
  /** All projects, sorted by name. */
  list(): Promise<Project[]>
  get(id: string): Promise<Project | null>
}

export function createProjectStore(database: StoreDatabase): ProjectStore {
  const { kysely } = database
  return {
    async list() {
      const rows = await kysely.selectFrom('projects').selectAll().orderBy('name').orderBy('id').execute()
      return rows.map(projectOf)
    },

    async get(id) {
      const row = await kysely.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : projectOf(row)
    },
  }
}

function projectOf({ former_names: formerNames, ...row }: Selectable<Tables['projects']>): Project {
  return { ...row, formerNames: JSON.parse(formerNames) as string[] }
}
