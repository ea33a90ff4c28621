/** Turns what a database refuses into errors that a person understands, equal on both databases. */
import { AppError } from '#contract/errors'
import type { StoreDatabase } from '#engine/store/database/database'

export interface Refusals {
  /** What to say for each unique constraint, by its name. */
  readonly taken?: Readonly<Record<string, string>>
  /** What to say when a row points to one that is not there. */
  readonly missing: string
}

export async function explainingRefusals<T>(database: StoreDatabase, refusals: Refusals, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const constraint = database.brokenUnique(error)
    if (constraint !== null) {
      const message = refusals.taken?.[constraint] ?? 'the same is there already'
      throw new AppError('CONFLICT', message, { cause: error, data: { constraint } })
    }
    if (database.isBrokenReference(error)) throw new AppError('NOT_FOUND', refusals.missing, { cause: error })
    throw error
  }
}
