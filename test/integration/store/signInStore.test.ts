import { describe, expect, test } from 'vitest'
import { databasesWith, openTestStore } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'

const key = { account: 'server-1', vault: '' }
const other = { account: 'server-1', vault: 'engine-b' }
const at = (now: number) => ({ now, until: now + 60 })

describe.each(databasesWith(findPostgres()))('sign-ins on $name', (database) => {
  test('have one row per vault, whose generation never goes back', async () => {
    const { store } = await openTestStore(database)
    const { signIns } = store
    await signIns.put({ ...key, item: 'sign-in/server-1', generation: 3 }, 1)
    await signIns.put({ ...other, item: 'sign-in/server-1', generation: 1 }, 1)
    await signIns.put({ ...key, item: 'sign-in/server-1', generation: 2 }, 2)
    expect(await signIns.list('')).toEqual([{ ...key, item: 'sign-in/server-1', generation: 3, spent: 0 }])
    expect(await signIns.get(other)).toMatchObject({ generation: 1 })
    await signIns.remove(key)
    expect(await signIns.get(key)).toBeNull()
    expect(await signIns.get(other)).not.toBeNull()
  })

  // Catches two engines that send the same refresh token. The issuer would revoke all tokens.
  test('are refreshed by one engine at a time, until its lease is over', async () => {
    const { store } = await openTestStore(database)
    const { signIns } = store
    expect(await signIns.claim(key, { holder: 'a', ...at(0) })).toBeNull()
    await signIns.put({ ...key, item: 'sign-in/server-1', generation: 1 }, 1)
    const claims = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (holder) => ((await signIns.claim(key, { holder, ...at(0) })) ? holder : null)),
    )
    const holders = claims.filter((holder) => holder !== null)
    expect(holders).toHaveLength(1)
    const [holder = ''] = holders
    expect(await signIns.markSpent(key, 'somebody else', 1)).toBe(false)
    expect(await signIns.markSpent(key, holder, 1)).toBe(true)
    expect(await signIns.claim(key, { holder: 'late', ...at(59) })).toBeNull()
    // The mark outlives the lease, because the engine that had the lease may have been killed.
    expect(await signIns.claim(key, { holder: 'late', ...at(60) })).toMatchObject({ spent: 1 })
    expect(await signIns.markSpent(key, holder, 1)).toBe(false)
    await signIns.unmarkSpent(key, holder)
    expect(await signIns.get(key)).toMatchObject({ spent: 1 })
    await signIns.unmarkSpent(key, 'late')
    await signIns.release(key, 'late')
    expect(await signIns.claim(key, { holder: 'a', ...at(61) })).toMatchObject({ spent: 0 })
  })
})
