/** People's decisions, on a real SQLite file and a real Postgres. */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { DecisionRow } from '#engine/store/decisionStore'
import { openStore } from '#engine/store/openStore'
import { databasesWith, openTestStore } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'

const postgres = findPostgres()

const allowance: DecisionRow = {
  id: 'd1',
  effect: 'allow',
  serverId: 'native',
  toolName: 'display_recipe',
  scope: 'project',
  projectId: 'default',
  conversationId: null,
  pattern: [
    { is: 'startsWith', path: ['path', 'ünïcödé'], value: '/srv/' },
    { is: 'equal', path: ['force'], value: false },
    { is: 'equal', path: ['count'], value: null },
  ],
  seen: { fingerprint: 'abc', definition: '{\n  "name": "x"\n}' },
  decidedAt: 1_700_000_000_001,
}
const denial: DecisionRow = {
  ...allowance,
  id: 'd0',
  effect: 'deny',
  scope: 'conversation',
  projectId: null,
  conversationId: 'c',
  pattern: null,
  seen: null,
  decidedAt: 1_700_000_000_002,
}

describe.each(databasesWith(postgres))('decisions on $name', (database) => {
  test('come back unchanged, oldest first, even after a restart', async () => {
    const { options, store } = await openTestStore(database)
    await store.decisions.insert(denial)
    await store.decisions.insert(allowance)
    expect(await store.decisions.list()).toEqual([allowance, denial])
    await store.close()
    const again = await openStore(options)
    onTestFinished(() => again.close())
    expect(await again.decisions.list()).toEqual([allowance, denial])
    await again.decisions.remove(['d1', 'nothing'])
    expect(await again.decisions.list()).toEqual([denial])
  })

  test('a definition with characters that no database accepts is stored readably for people, and a pattern with such characters is refused', async () => {
    const { store } = await openTestStore(database)
    await store.decisions.insert({ ...allowance, seen: { fingerprint: 'abc', definition: 'a\0b' } })
    expect((await store.decisions.list())[0]?.seen).toEqual({ fingerprint: 'abc', definition: 'a\uFFFDb' })
    const odd = { ...allowance, id: 'd2', pattern: [{ is: 'equal' as const, path: ['a'], value: 'a\0b' }] }
    await expect(store.decisions.insert(odd)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('each launch keeps the first use of its tool, and the oldest comes first', async () => {
    const { store } = await openTestStore(database)
    const first = { serverId: 's', launchedFor: '', toolName: 't', fingerprint: 'one', definition: '1' }
    await store.decisions.keepFirstUse(first, 1)
    await store.decisions.keepFirstUse({ ...first, fingerprint: 'two' }, 2)
    const elsewhere = { ...first, launchedFor: 'work', fingerprint: 'two' }
    await store.decisions.keepFirstUse(elsewhere, 0)
    expect(await store.decisions.firstUses()).toEqual([elsewhere, first])
  })

  test('a definition with an older fingerprint gets its new one everywhere, and other definitions keep theirs', async () => {
    const { store } = await openTestStore(database)
    const { serverId, toolName } = allowance
    const other = { ...allowance, id: 'd2', seen: { fingerprint: 'other', definition: '2' } }
    for (const row of [allowance, other, denial]) await store.decisions.insert(row)
    await store.decisions.keepFirstUse({ serverId, launchedFor: '', toolName, fingerprint: 'abc', definition: '1' }, 1)
    const seen = { fingerprint: '2.abc', definition: '{}' }
    await store.decisions.reprint({ serverId, toolName, ...seen }, 'abc')
    expect(await store.decisions.list()).toEqual([{ ...allowance, seen }, other, denial])
    expect(await store.decisions.firstUses()).toEqual([{ serverId, launchedFor: '', toolName, ...seen }])
  })

  test('decisions about removed servers are deleted; those about the engine’s own tools stay', async () => {
    const { store } = await openTestStore(database)
    await store.decisions.insert(allowance)
    await store.decisions.insert({ ...denial, serverId: 'gone' })
    const use = { serverId: 'gone', launchedFor: '', toolName: 't', fingerprint: 'x', definition: '1' }
    await store.decisions.keepFirstUse(use, 1)
    await store.decisions.removeOrphans('native')
    expect(await store.decisions.list()).toEqual([allowance])
    expect(await store.decisions.firstUses()).toEqual([])
  })
})
