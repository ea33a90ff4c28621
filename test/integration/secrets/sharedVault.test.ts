/**
 * [R31] The vault in a database: what several engines with the same key read and write, and what other engines cannot.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#engine/clock'
import { createSharedVault } from '#engine/secrets/vaults/sharedVault'
import { openStore, type StoreOptions } from '#engine/store/openStore'
import { databasesWith, openTestStore } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const postgres = findPostgres()
const value = `välue 😀 "'$\\ line\nline`
const refused = (reason: RegExp) => ({
  code: 'VAULT_UNAVAILABLE',
  message: expect.stringMatching(reason) as string,
})
const otherKey = refused(/different SWITCHBOARD_VAULT_KEY.*key of the others.*empty the table kb\.vault_items/)

async function openVault(options: StoreOptions, passphrase = 'the key') {
  const store = await openStore(options)
  onTestFinished(() => store.close())
  return createSharedVault({ items: store.vaultItems, passphrase, clock: systemClock })
}

describe.each(databasesWith(postgres))('[R31] on $name', (database) => {
  async function openTwo(...passphrases: string[]) {
    const { options, store } = await openTestStore(database)
    const [one, other] = [await openVault(options, passphrases[0]), await openVault(options, passphrases[1])]
    return { options, store, one, other }
  }

  test('each engine sees the other’s changes', async () => {
    const { one, other } = await openTwo()
    expect(await other.get('token')).toBeNull()
    await other.remove('token')
    await one.set('token', 'first')
    await other.set('token', value)
    await other.set('large', '0123456789'.repeat(100_000))
    expect([await one.get('token'), await one.get('large')]).toEqual([value, '0123456789'.repeat(100_000)])
    expect([await one.add('token', 'late'), await one.add('new', 'early')]).toEqual([false, true])
    await one.remove('token')
    expect([await other.get('token'), await other.get('new')]).toEqual([null, 'early'])
  })

  test('with another key nothing is read, written or removed, and the error says what to do', async () => {
    const { store, one, other } = await openTwo('the key', 'another key')
    await one.set('token', value)
    const before = await store.vaultItems.read('token')
    for (const use of [
      () => other.get('token'),
      () => other.get('nothing'),
      () => other.set('token', 'overwritten'),
      () => other.add('other', 'added'),
      () => other.remove('token'),
      () => other.check(),
    ])
      await expect(use()).rejects.toMatchObject(otherKey)
    expect(await store.vaultItems.read('token')).toEqual(before)
    expect([await one.get('token'), await one.get('other')]).toEqual([value, null])
  })

  // Catches a vault that engines with different keys can partly read.
  test('exactly one of two engines that start at the same time with different keys is refused', async () => {
    const { one, other } = await openTwo('the key', 'another key')
    const names = Array.from({ length: 5 }, (_, number) => `name-${number}`)
    const outcomesOf = async (vault: typeof one) =>
      new Set((await Promise.allSettled(names.map((name) => vault.set(name, value)))).map(({ status }) => status))
    const outcomes = await Promise.all([outcomesOf(one), outcomesOf(other)])
    expect(outcomes.map((statuses) => [...statuses].join(' ')).sort()).toEqual(['fulfilled', 'rejected'])
    const first = outcomes[0].has('fulfilled') ? one : other
    expect(await Promise.all(names.map((name) => first.get(name)))).toEqual(names.map(() => value))
  })

  // Catches a table with values under two keys, which happens if the table is emptied and started again while a value
  // is being sealed.
  test('a value sealed under a key that was replaced meanwhile is not written', async () => {
    const { store, one } = await openTwo()
    await one.set('token', value)
    const late = { name: 'token', sealed: 'sealed with the former key', header: 'the former header', updatedAt: 1 }
    expect([await store.vaultItems.put(late), await store.vaultItems.add({ ...late, name: 'new' })]).toEqual([
      false,
      false,
    ])
    expect([await one.get('token'), await one.get('new')]).toEqual([value, null])
  })

  test('changes by other engines are announced once, and an engine’s own changes are not', async () => {
    const { one, other } = await openTwo()
    await one.set('before', value)
    expect(await other.changedItems()).toEqual(['before'])
    await one.set('before', value)
    await one.set('token', value)
    await other.set('own', value)
    expect((await other.changedItems()).toSorted()).toEqual(['before', 'token'])
    expect(await other.changedItems()).toEqual([])
    await one.remove('token')
    await other.remove('before')
    expect(await other.changedItems()).toEqual(['token'])
    expect((await one.changedItems()).toSorted()).toEqual(['before', 'own'])
  })
})

describe.skipIf(postgres === null)('[R31] a change made in the table by hand', () => {
  async function openTampered(statement: string) {
    const databaseUrl = (await postgres?.createDatabase()) ?? ''
    const options = { dataFolder: await temporaryFolder(), databaseUrl, clock: systemClock, log: recordingLog() }
    const vault = await openVault(options)
    await vault.set('one', 'value of one')
    await vault.set('other', 'value of the other')
    await postgres?.query(databaseUrl, statement)
    return { vault, databaseUrl }
  }

  // Catches a server that starts with another secret's value because that row got its name.
  test('that moves a row to another name is refused, and fixed by setting the secret again', async () => {
    const { vault } = await openTampered(
      `update kb.vault_items set sealed = (select sealed from kb.vault_items where name = 'other') where name = 'one'`,
    )
    await expect(vault.get('one')).rejects.toMatchObject(refused(/value of one .*damaged.*Set the secret again/))
    expect(await vault.get('other')).toBe('value of the other')
    await vault.set('one', 'again')
    expect(await vault.get('one')).toBe('again')
  })

  test.each([
    ['is gone', `delete from kb.vault_items where name = 'key'`, /is missing.*backup, or empty it/],
    [
      'is no header',
      `update kb.vault_items set sealed = '{}' where name = 'key'`,
      /cannot be read.*backup, or empty it/,
    ],
  ])('if the derivation of the key %s, nothing is written under a new one', async (_what, statement, reason) => {
    const { vault, databaseUrl } = await openTampered(statement)
    for (const use of [() => vault.get('one'), () => vault.set('one', 'new'), () => vault.add('third', 'new')])
      await expect(use()).rejects.toMatchObject(refused(reason))
    await postgres?.query(databaseUrl, 'truncate kb.vault_items')
    expect(await vault.get('one')).toBeNull()
    await vault.set('one', 'new')
    expect(await vault.get('one')).toBe('new')
  })

  test('that makes reading a header cost minutes, or all memory, is refused at once', async () => {
    const { vault } = await openTampered(
      `update kb.vault_items set sealed = replace(sealed, '"cost":32768', '"cost":1073741824') where name = 'key'`,
    )
    await expect(vault.get('one')).rejects.toMatchObject(refused(/cannot be read/))
  })
})

// Catches a partly written value, and an acknowledged value that is lost.
test.skipIf(postgres === null)('[R31] an engine that is killed while it writes leaves complete values', async () => {
  const databaseUrl = (await postgres?.createDatabase()) ?? ''
  const dataFolder = await temporaryFolder()
  const reader = await openVault({ dataFolder, databaseUrl, clock: systemClock, log: recordingLog() })
  const script = fileURLToPath(new URL('sharedVaultChild.ts', import.meta.url))
  for (const acknowledged of [1, 3, 8]) {
    const child = spawn(process.execPath, [script, dataFolder, databaseUrl, 'the key', 'token'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const exit = once(child, 'exit')
    let last = 0
    for await (const line of createInterface({ input: child.stdout })) {
      last = Number(line)
      if (last === acknowledged) child.kill('SIGKILL')
    }
    await exit
    const [number, filling] = ((await reader.get('token')) ?? '').split(' ')
    expect(filling).toBe('x'.repeat(50_000))
    expect(Number(number)).toBeGreaterThanOrEqual(last)
    await reader.set('token', '0 next')
  }
})
