/** The two databases, which must behave alike. Every test of one also runs on the other. */
import { onTestFinished } from 'vitest'
import { systemClock } from '#engine/clock'
import { openStore, type Store, type StoreOptions } from '#engine/store/openStore'
import type { TestPostgres } from '#test/support/postgres'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

export interface TestDatabase {
  readonly name: string
  /** Creates a new database and resolves with its address. Null: the store is a file in the data folder. */
  readonly url: () => Promise<string | null>
}

/** Returns only the embedded database if there is no Postgres. */
export function databasesWith(postgres: TestPostgres | null): TestDatabase[] {
  const embedded = { name: 'SQLite', url: async () => null }
  return postgres === null ? [embedded] : [embedded, { name: 'Postgres', url: () => postgres.createDatabase() }]
}

/** Opens an empty store, which is closed when the test ends. */
export async function openTestStore(
  { url }: TestDatabase,
  given: Pick<StoreOptions, 'leaseOwner'> = {},
): Promise<{ store: Store; options: StoreOptions }> {
  const options: StoreOptions = {
    dataFolder: await temporaryFolder(),
    databaseUrl: await url(),
    clock: systemClock,
    log: recordingLog(),
    ...given,
  }
  const store = await openStore(options)
  onTestFinished(() => store.close())
  return { store, options }
}
