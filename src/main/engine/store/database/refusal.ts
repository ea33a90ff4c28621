/** Turns a violated constraint into an error that a person understands, the same for both databases. */
import { AppError } from '#contract/errors'
import type { StoreDatabase } from '#engine/store/database/database'

export interface Refusals {
  /** The message for each unique constraint, by the constraint's name. */
  readonly taken?: Readonly<Record<string, string>>
  /** The message if a row refers to another row that does not exist. */
  readonly missing: string
}

export async function explainingRefusals<T>(database: StoreDatabase, refusals: Refusals, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = database.brokenUnique(error)
    if (constraint !== null) {
      const message = refusals.taken?.[constraint] ?? 'The same entry already exists.'
      throw new AppError('CONFLICT', message, { cause: error, data: { constraint } })
    }
    if (database.isBrokenReference(error)) throw new AppError('NOT_FOUND', refusals.missing, { cause: error })
    throw error
  }
}
