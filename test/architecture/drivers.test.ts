/**
 * Only the files named here know a package that reaches outside, so that replacing it affects nothing else. Error codes
 * and other words of a package also count.
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

test.each(drivers)('only its own files know $what', ({ marks, files }) => {
  expect(sources.filter((file) => marks.test(readText(file)))).toEqual(files)
})
