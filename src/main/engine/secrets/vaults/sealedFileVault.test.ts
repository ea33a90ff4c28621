import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSealedFileVault } from '#engine/secrets/vaults/sealedFileVault'
import { temporaryFolder } from '#test/support/temporaryFolder'

async function openFile() {
  const path = join(await temporaryFolder(), 'vault', 'secrets.sealed')
  return { path, vault: createSealedFileVault(path, 'passphrase') }
}

test('secrets set at the same time are all stored', async () => {
  const { path, vault } = await openFile()
  const names = Array.from({ length: 20 }, (_, number) => `name-${number}`)
  await Promise.all(names.map((name) => vault.set(name, `value of ${name}`)))
  await Promise.all(names.slice(0, 10).map((name) => vault.remove(name)))
  const again = createSealedFileVault(path, 'passphrase')
  const values = await Promise.all(names.map((name) => again.get(name)))
  expect(values).toEqual(names.map((name, number) => (number < 10 ? null : `value of ${name}`)))
})

test('names with a meaning in JavaScript objects can be used for secrets', async () => {
  const { vault } = await openFile()
  await vault.set('__proto__', 'one')
  await vault.set('constructor', 'two')
  expect([await vault.get('__proto__'), await vault.get('constructor'), await vault.get('toString')]).toEqual([
    'one',
    'two',
    null,
  ])
})

test('removing a missing item creates no file', async () => {
  const { path, vault } = await openFile()
  await vault.remove('nothing')
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' })
})

type Changed = Record<string, unknown> & { derivation: Record<string, unknown>; sealed: string }

test.each<[string, (file: Changed) => unknown, string]>([
  [
    'its content was changed',
    (file) => ({ ...file, sealed: `${file.sealed.slice(0, 8)}AAAA${file.sealed.slice(12)}` }),
    'damaged',
  ],
  ['its content was replaced', (file) => ({ ...file, sealed: '' }), 'damaged'],
  [
    'its salt was changed',
    (file) => ({ ...file, derivation: { ...file.derivation, salt: 'AAAAAAAAAAAAAAAAAAAAAA==' } }),
    'another key',
  ],
  [
    'its key would take forever to derive',
    (file) => ({ ...file, derivation: { ...file.derivation, cost: 2 ** 40 } }),
    'damaged',
  ],
  ['it has a later version', (file) => ({ ...file, version: 2 }), 'damaged'],
  ['it is something else', () => ['something', 'else'], 'damaged'],
])('a file is refused and left unchanged if %s', async (_title, change, reason) => {
  const { path, vault } = await openFile()
  await vault.set('token', 'value')
  await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')) as Changed)))
  const before = await readFile(path, 'utf8')
  const refused = { code: 'VAULT_UNAVAILABLE', message: expect.stringContaining(reason) as string }
  await expect(vault.get('token')).rejects.toMatchObject(refused)
  await expect(vault.set('token', 'new')).rejects.toMatchObject(refused)
  expect(await readFile(path, 'utf8')).toBe(before)
})
