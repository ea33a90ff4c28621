/** Clients and tokens in both databases. */
import { describe, expect, test } from 'vitest'
import type { ClientRow, TokenRow } from '#engine/store/accessStore'
import { databasesWith, openTestStore } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'

const postgres = findPostgres()

const cursor: ClientRow = {
  id: 'client-1',
  name: 'Cursor',
  kind: 'cursor',
  projectId: null,
  choice: { mode: 'only', servers: { git: 'all', 'my-files': ['read ünïcödé 😀'] } },
  approval: 'notReadOnly',
  callsPerMinute: 60,
  concurrency: null,
  maxNameLength: 46,
  search: true,
  createdAt: 1_700_000_000_001,
}
const token: TokenRow = { id: 'token-1', clientId: 'client-1', digest: 'd1', createdAt: 1, lastUsedAt: null }

describe.each(databasesWith(postgres))('clients on $name', (database) => {
  const open = async () => (await openTestStore(database)).store.access

  test('come back as they were stored, sorted by name, and are changed as a whole', async () => {
    const store = await open()
    const another: ClientRow = { ...cursor, id: 'client-2', name: 'Another', projectId: 'gone', search: false }
    await store.insertClient(cursor)
    await store.insertClient(another)
    expect(await store.clients()).toEqual([another, cursor])
    const changed: ClientRow = {
      ...cursor,
      choice: { mode: 'except', servers: {} },
      callsPerMinute: null,
      search: false,
    }
    await store.updateClient(changed)
    expect(await store.clients()).toEqual([another, changed])
  })

  test('have unique names, and a missing one cannot be changed', async () => {
    const store = await open()
    await store.insertClient(cursor)
    const taken = { code: 'CONFLICT', message: 'A client with this name already exists.' }
    await expect(store.insertClient({ ...cursor, id: 'client-2' })).rejects.toMatchObject(taken)
    await store.insertClient({ ...cursor, id: 'client-2', name: 'Another' })
    await expect(store.updateClient({ ...cursor, id: 'client-2' })).rejects.toMatchObject(taken)
    await expect(store.updateClient({ ...cursor, id: 'nobody', name: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('tokens are removed with their client, and a digest proves only one token', async () => {
    const store = await open()
    await store.insertClient(cursor)
    await store.insertToken(token)
    await store.insertToken({ ...token, id: 'token-2', digest: 'd2', createdAt: 2 })
    await store.setTokenUsed('token-1', 1_700_000_000_000)
    expect(await store.tokens()).toMatchObject([{ id: 'token-1', lastUsedAt: 1_700_000_000_000 }, { id: 'token-2' }])
    await expect(store.insertToken({ ...token, id: 'token-3' })).rejects.toMatchObject({ code: 'CONFLICT' })
    const stray = { ...token, id: 'token-4', digest: 'd4', clientId: 'nobody' }
    await expect(store.insertToken(stray)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await store.removeToken('token-2')
    await store.removeClient(cursor.id)
    expect([await store.tokens(), await store.clients()]).toEqual([[], []])
  })
})
