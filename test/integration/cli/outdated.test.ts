/**
 * Engines share a database, and one engine is updated. Catches an old engine that continues to use tables it does not
 * know.
 */
import { expect, test } from 'vitest'
import { makePlace } from '#test/integration/cli/switchboard'
import { findPostgres } from '#test/support/postgres'

const postgres = findPostgres()

test.skipIf(postgres === null)(
  '[R2] an engine stops, and says why, when a newer one has changed the tables',
  async () => {
    const place = await makePlace()
    const url = (await postgres?.createDatabase()) ?? ''
    Object.assign(place.environment, { DATABASE_URL: url })
    const { outcome } = await place.serve()
    await postgres?.query(url, "insert into kb.migration (name, applied_at) values ('9999-of-tomorrow', 1)")
    const { code, stderr } = await outcome
    expect(code).toBe(1)
    expect(stderr).toContain('was written by a newer Switchboard (it has 9999-of-tomorrow)')
    expect(stderr).toContain('Update Switchboard')
    expect(stderr).not.toContain(new URL(url).password || 'no password')
  },
)
