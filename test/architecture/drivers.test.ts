/**
 * What reaches outside through a package of its own is known to the files named here: to swap it, one looks nowhere else. Its words, such
 * as the codes of its errors, count as well.
 */
import { expect, test } from 'vitest'
import { listFiles, readText } from '#test/architecture/repository'

const drivers: readonly { readonly what: string; readonly marks: RegExp; readonly files: readonly string[] }[] = [
  {
    what: 'the SQLite driver',
    marks: /(?:from|import\() ?'(?:libsql(?:\/[\w-]+)?|better-sqlite3|node:sqlite)'/,
    files: ['src/main/engine/store/database/sqliteDriver.ts'],
  },
  {
    what: 'the codes of its errors',
    marks: /'SQLITE_\w+'/,
    files: ['src/main/engine/store/database/sqliteFaults.ts'],
  },
  {
    what: 'the Postgres driver',
    marks: /(?:from|import\() ?'pg'/,
    files: ['src/main/engine/store/database/changeNotices.ts', 'src/main/engine/store/database/postgresDatabase.ts'],
  },
  { what: 'the keychain', marks: /(?:from|import\() ?'keytar'/, files: ['src/main/engine/secrets/openVault.ts'] },
]
const sources = listFiles('src').filter((file) => /(?<!\.test)\.tsx?$/.test(file))

test.each(drivers)('$what is known to its files alone', ({ marks, files }) => {
  expect(sources.filter((file) => marks.test(readText(file)))).toEqual(files)
})
