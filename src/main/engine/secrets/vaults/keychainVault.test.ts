import { expect, test } from 'vitest'
import { createKeychainVault, type KeychainEntry } from '#engine/secrets/vaults/keychainVault'
import { manualClock } from '#test/support/manualClock'

const silent: KeychainEntry = {
  getPassword: () => new Promise(() => {}),
  setPassword: () => new Promise(() => {}),
  deletePassword: () => new Promise(() => {}),
}

test('a driver that does not load makes the vault unavailable, with the advice in the error', async () => {
  const openEntry = () => Promise.reject(new Error('wrong ELF class'))
  const clock = manualClock()
  const vault = createKeychainVault({ openEntry, clock, advice: 'Do this.' })
  const refused = {
    code: 'VAULT_UNAVAILABLE',
    message: expect.stringMatching(/wrong ELF class\. Do this\.$/) as string,
  }
  await expect(vault.get('a')).rejects.toMatchObject(refused)
  await expect(vault.set('a', 'b')).rejects.toMatchObject(refused)
  await expect(vault.remove('a')).rejects.toMatchObject(refused)
  expect(clock.waiting).toBe(0)
})

test('a keychain that does not respond because it stays locked does not block its callers forever', async () => {
  const clock = manualClock()
  const vault = createKeychainVault({ openEntry: async () => silent, clock, advice: 'Unlock it.' })
  const asked = vault.get('a')
  clock.advance(120_000)
  await expect(asked).rejects.toMatchObject({ code: 'VAULT_UNAVAILABLE' })
})

test('a missing item is null, and removing it is not an error', async () => {
  const absent: KeychainEntry = { ...silent, getPassword: async () => null, deletePassword: async () => false }
  const vault = createKeychainVault({ openEntry: async () => absent, clock: manualClock(), advice: '' })
  expect(await vault.get('a')).toBeNull()
  await vault.remove('a')
})
