/** The rows of `projects`. Knows SQL, no rules. */
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { AppError } from '#contract/errors'
import type { Project } from '#contract/project'
import type { StoreDatabase } from '#engine/store/database'
import { explainingRefusals } from '#engine/store/refusal'
import type { Tables } from '#engine/store/tables'

type ProjectRowPatch = Partial<Omit<Project, 'id'>>

const filePrefix = 'file-'

/** Of the project that mirrors this file, given by its absolute path. */
export function fileProjectId(path: string): string {
  return filePrefix + createHash('sha256').update(path).digest('hex').slice(0, 16)
}

export function isFileProject(projectId: string): boolean {
  return projectId.startsWith(filePrefix)
}

export interface ProjectStore {
  /** By name. */
  list(): Promise<Project[]>
  get(id: string): Promise<Project | null>
  /** Rejects with `CONFLICT` when the id or the file is taken. */
  insert(row: Project): Promise<void>
  /** Rejects with `NOT_FOUND` when there is no such project. */
  update(id: string, patch: ProjectRowPatch): Promise<Project>
  /** With its servers. Removing what is not there is no error. */
  remove(id: string): Promise<void>
}

export function createProjectStore(database: StoreDatabase): ProjectStore {
  const { kysely } = database
  const refusals = {
    taken: { projects_file_unique: 'this file is a project already' },
    missing: 'this project is not there',
  }
  return {
    async list() {
      const rows = await kysely.selectFrom('projects').selectAll().orderBy('name').orderBy('id').execute()
      return rows.map(projectOf)
    },

    async get(id) {
      const row = await kysely.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : projectOf(row)
    },

    async insert(project) {
      const { formerNames, ...rest } = project
      const row = { ...rest, former_names: JSON.stringify(formerNames) }
      await explainingRefusals(database, refusals, kysely.insertInto('projects').values(row).execute())
    },

    async update(id, { formerNames, ...rest }) {
      // An update that sets nothing is no statement.
      const change = kysely
        .updateTable('projects')
        .set({ ...rest, ...(formerNames !== undefined && { former_names: JSON.stringify(formerNames) }), id })
        .where('id', '=', id)
        .returningAll()
      const row = await explainingRefusals(database, refusals, change.executeTakeFirst())
      if (row === undefined) throw new AppError('NOT_FOUND', refusals.missing)
      return projectOf(row)
    },

    async remove(id) {
      await kysely.deleteFrom('projects').where('id', '=', id).execute()
    },
  }
}

function projectOf({ former_names: formerNames, ...row }: Selectable<Tables['projects']>): Project {
  return { ...row, formerNames: JSON.parse(formerNames) as string[] }
}
