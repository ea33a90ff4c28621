import { expect, test } from 'vitest'
import { createKeychainVault, type KeychainEntry } from '#engine/secrets/vaults/keychainVault'
import { manualClock } from '#test/support/manualClock'

const silent: KeychainEntry = {
  getPassword: () => new Promise(() => {}),
  setPassword: () => new Promise(() => {}),
  deletePassword: () => new Promise(() => {}),
}

test('a driver that does not load is a vault that is not there, and the advice is said', async () => {
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

test('a keychain that does not answer, because nobody unlocks it, does not hang its callers for ever', async () => {
  const clock = manualClock()
  const vault = createKeychainVault({ openEntry: async () => silent, clock, advice: 'Unlock it.' })
  const asked = vault.get('a')
  clock.advance(120_000)
  await expect(asked).rejects.toMatchObject({ code: 'VAULT_UNAVAILABLE' })
})

test('an item that is not there is null, and to remove it is no error', async () => {
  const absent: KeychainEntry = { ...silent, getPassword: async () => null, deletePassword: async () => false }
  const vault = createKeychainVault({ openEntry: async () => absent, clock: manualClock(), advice: '' })
  expect(await vault.get('a')).toBeNull()
  await vault.remove('a')
})
