/** Tokens are stored only in the vault, whatever their size and whether or not the vault can be used. */
import { describe, expect, it } from 'vitest'
import { AppError } from '#contract/errors'
import { createFolderVault } from '#engine/secrets/vaults/folderVault'
import { far, openBench, signedInBench } from '#test/integration/signIn/signInBench'
import { type MemoryVault, memoryVault } from '#test/integration/signIn/signInEngine'
import { contentsOf } from '#test/integration/secrets/vaultProcess'
import { signInByBrowser } from '#test/support/signIn/browser'
import { temporaryFolder } from '#test/support/temporaryFolder'

const locked = new AppError('VAULT_UNAVAILABLE', 'The keychain is locked. Unlock it.')

describe('a vault that is locked', () => {
  it('when the person comes back from the browser lets the sign-in work until the engine closes, says so, and stores the next sign-in once the vault is open', async () => {
    const { vault, one, again } = await openBench()
    await one.becomes('needed')
    const { authorizationUrl } = await one.client.signIn.begin({ slug: far })
    vault.fault = locked
    await signInByBrowser(authorizationUrl ?? '')
    const { error } = await one.becomes('signedIn')
    expect(error?.message).toMatch(/until Switchboard closes.*locked/)
    expect(await one.call('whoami')).toContain('client-')
    vault.fault = null
    await one.signIn(far)
    await one.close()
    const other = await again()
    await other.becomes('signedIn')
    expect((await other.state(far)).error).toBeNull()
    expect(await other.call('whoami')).toContain('client-')
  })

  it('at the engine’s start lets the engine start, say why the server cannot be used, and recover', async () => {
    const { issuer, vault, one, again } = await signedInBench()
    await one.close()
    vault.fault = locked
    const other = await again()
    await expect(other.call('echo')).rejects.toMatchObject({
      message: expect.stringMatching(/locked|sign-in/) as string,
    })
    vault.fault = null
    await other.client.servers.restart({ slug: far })
    await other.becomes('signedIn')
    expect(await other.call('whoami')).toContain('client-')
    expect([issuer.count('authorization_code'), issuer.grants.reuses]).toEqual([1, 0])
  })

  // Catches a refresh token that is used up before its successor can be stored.
  it('during a refresh does not let a refresh token be used up before its successor is stored', async () => {
    const { issuer, vault, one, again } = await signedInBench()
    issuer.grants.endAccessTokens()
    vault.fault = locked
    await one.call('echo').catch(() => undefined)
    await one.close()
    vault.fault = null
    const other = await again()
    await other.call('echo').catch(() => undefined)
    expect(issuer.grants.reuses).toBe(0)
    if ((await other.kind(far)) !== 'signedIn') await other.signIn(far)
    await other.becomes('signedIn')
    expect(await other.call('whoami')).toContain('client-')
  })
})

/** Returns a keychain with Windows' limit: an item has at most 2,560 bytes in UTF-16. */
function narrowKeychain(): MemoryVault {
  const keychain = memoryVault()
  return {
    ...keychain,
    set: (name, value) =>
      value.length > 1_280 ? Promise.reject(new Error('The item is too long.')) : keychain.set(name, value),
  }
}

// Catches a sign-in that fails at the last step because a Windows keychain accepts only 1,280 characters for an item.
it('tokens of 5,000 characters are kept beside a keychain with small items, and survive a restart', async () => {
  const folder = await temporaryFolder()
  const vault = createFolderVault(narrowKeychain(), folder)
  const { issuer, one, again } = await signedInBench({ issuer: { tokenLength: 5_000 }, ports: { vault } })
  await one.close()
  const other = await again()
  await other.becomes('signedIn')
  expect(await other.call('whoami')).toContain('client-')
  const files = [...(await contentsOf(folder)).values()].join('')
  expect(files.length).toBeGreaterThan(10_000)
  for (const secret of issuer.grants.secrets) expect(files).not.toContain(secret)
})

it('a damaged sign-in in the vault counts as no sign-in, and is replaced', async () => {
  const { vault, one, again } = await signedInBench()
  await one.close()
  for (const name of vault.items.keys()) if (name.startsWith('sign-in/')) vault.items.set(name, '{"format":1,')
  const other = await again()
  await other.becomes('needed')
  await other.signIn(far)
  await other.becomes('signedIn')
  expect(await other.call('whoami')).toContain('client-')
})

it('a removed server leaves neither tokens nor a client in the vault', async () => {
  const { vault, one } = await signedInBench()
  await one.client.servers.remove({ slug: far })
  await one.close()
  expect([...vault.items.keys()].filter((name) => name.startsWith('sign-in/'))).toEqual([])
})

it('signing out revokes the tokens if the issuer supports it, and does not report an issuer that does not answer', async () => {
  const { issuer, vault, one } = await signedInBench()
  expect(await one.client.signIn.end({ slug: far })).toMatchObject({
    state: expect.stringMatching(/none|needed/) as string,
  })
  await issuer.hearing.seen('revoke')
  expect(issuer.grants.revokedFamilies).toBe(1)
  const kept = JSON.stringify([...vault.items])
  for (const secret of issuer.grants.secrets) expect(kept).not.toContain(secret)
  await expect(one.call('echo')).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' })
})
