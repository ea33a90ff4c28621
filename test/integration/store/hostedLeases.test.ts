import { describe, expect, test } from 'vitest'
import type { ServerRow } from '#engine/store/servers/serverRow'
import { leaseMs } from '#engine/store/servers/workspaceStore'
import { writing } from '#test/integration/store/writing'
import { databasesWith, openTestStore } from '#test/support/databases'
import { hostedRow } from '#test/support/hosting/hostedRow'
import { findPostgres } from '#test/support/postgres'

async function added(database: Parameters<typeof openTestStore>[0], ...rows: ServerRow[]) {
  const { store, options } = await openTestStore(database, { leaseOwner: 'one' })
  for (const row of rows) await writing(store).insert(row)
  return { store, options }
}

describe.each(databasesWith(findPostgres()))('leases on hosted servers on $name', (database) => {
  // Catches a server that another engine starts between its registration and its start: the request that registered it
  // was told that the server was running elsewhere.
  test('belong first to the engine that adds a server, until that engine fails to renew them in time', async () => {
    const row = hostedRow('notes')
    const { store } = await added(database, row)
    const { workspaces } = store
    const claimed = (owner: string, now: number) => workspaces.claim(row.id, { owner, now, until: now + leaseMs })
    expect(await claimed('two', row.updatedAt + leaseMs - 1)).toBeNull()
    expect(await claimed('two', row.updatedAt + leaseMs)).toMatchObject({ owner: 'two' })
    expect(await claimed('one', row.updatedAt + leaseMs + 1)).toBeNull()
  })

  // Catches a server that was added switched off: its first lease, renewed for ever, would keep it from other engines.
  test('are renewed only for servers that the engine runs', async () => {
    const [running, resting] = [hostedRow('running'), hostedRow('resting')]
    const { workspaces } = (await added(database, running, resting)).store
    const later = running.updatedAt + leaseMs
    expect(await workspaces.renew([running.id], 'one', later + leaseMs)).toEqual([running.id])
    const claims = [running, resting].map(({ id }) =>
      workspaces.claim(id, { owner: 'two', now: later, until: later + 1 }),
    )
    expect((await Promise.all(claims)).map((claim) => claim?.id ?? null)).toEqual([null, resting.id])
  })
})
