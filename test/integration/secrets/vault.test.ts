/** [R31] The vault on a real keychain. Each step runs in a separate process, so that no value is merely cached. */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { contentsOf, vaultAt } from '#test/integration/secrets/vaultProcess'
import { startKeychain } from '#test/support/keychain'
import { temporaryFolder } from '#test/support/temporaryFolder'

const keychain = await startKeychain()
afterAll(() => keychain?.stop())

async function keychainVault() {
  const dataFolder = await temporaryFolder()
  return { dataFolder, vault: vaultAt({ dataFolder, environment: { ...keychain?.environment } }) }
}

const sealedFiles = async (dataFolder: string) =>
  (await readdir(join(dataFolder, 'vault'))).filter((name) => name.endsWith('.sealed'))

describe.runIf(keychain !== null)('[R31] on a keychain', () => {
  test('a secret survives the process that stored it, and is gone when it is removed', async () => {
    const { vault } = await keychainVault()
    const value = `välue 😀 "'$\\ line\nline`
    expect(await vault.get('token')).toEqual({ value: null })
    await vault.set('token', 'first')
    await vault.set('token', value)
    await vault.set('other', 'untouched')
    expect(await vault.get('token')).toEqual({ value })
    await vault.remove('token')
    await vault.remove('token')
    expect(await vault.get('token')).toEqual({ value: null })
    expect(await vault.get('other')).toEqual({ value: 'untouched' })
  })

  test('two data folders do not share or overwrite each other’s secrets', async () => {
    const [one, other] = [await keychainVault(), await keychainVault()]
    await one.vault.set('token', 'of one')
    await other.vault.set('token', 'of the other')
    await other.vault.remove('token')
    expect(await one.vault.get('token')).toEqual({ value: 'of one' })
    expect(await other.vault.get('token')).toEqual({ value: null })
  })

  test('a value of 1 MB is stored completely, sealed in a private file that is removed with the value', async () => {
    const { dataFolder, vault } = await keychainVault()
    const large = `large-secret-${'xyz😀'.repeat(200_000)}`
    await vault.set('key', `${large}-old`)
    await vault.set('key', large)
    expect(await vault.get('key')).toEqual({ value: large })
    const [file = '', ...others] = await sealedFiles(dataFolder)
    expect(others).toEqual([])
    expect((await stat(join(dataFolder, 'vault', file))).mode & 0o777).toBe(0o600)
    for (const [path, content] of await contentsOf(dataFolder))
      expect([path, content.includes(Buffer.from('xyz😀xyz😀').toString('latin1'))]).toEqual([path, false])
    await vault.set('key', 'short')
    expect([await vault.get('key'), await sealedFiles(dataFolder)]).toEqual([{ value: 'short' }, []])
  })

  test('a value that looks like the engine’s own reference to a sealed file is still a value', async () => {
    const { vault } = await keychainVault()
    const value = 'switchboard-sealed:../../etc/passwd:AAAA'
    await vault.set('odd', value)
    expect(await vault.get('odd')).toEqual({ value })
  })

  test('a sealed value that was changed or lost is refused, never returned in part', async () => {
    const { dataFolder, vault } = await keychainVault()
    await vault.set('key', 'x'.repeat(5_000))
    const path = join(dataFolder, 'vault', (await sealedFiles(dataFolder))[0] ?? '')
    const bytes = await readFile(path)
    bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100)
    await writeFile(path, bytes)
    const refused = { code: 'VAULT_UNAVAILABLE', message: expect.stringContaining('changed') as string }
    expect(await vault.get('key')).toMatchObject(refused)
    await rm(path)
    expect(await vault.get('key')).toMatchObject({ message: expect.stringContaining('missing') as string })
    await vault.set('key', 'again')
    expect(await vault.get('key')).toEqual({ value: 'again' })
  })
})

test.runIf(process.platform === 'linux')(
  '[R31] without a keychain and a key every use is refused with both ways out, and nothing is stored in a file',
  async () => {
    const dataFolder = await temporaryFolder()
    const vault = vaultAt({ dataFolder })
    const refused = {
      code: 'VAULT_UNAVAILABLE',
      message: expect.stringMatching(/Start and unlock a keychain.* Or set SWITCHBOARD_VAULT_KEY/) as string,
    }
    expect(await vault.set('token', 'plain-secret')).toMatchObject(refused)
    expect(await vault.get('token')).toMatchObject(refused)
    expect(await vault.remove('token')).toMatchObject(refused)
    for (const [path, content] of await contentsOf(dataFolder))
      expect([path, content.includes('plain-secret')]).toEqual([path, false])
  },
)

describe('in a file sealed with SWITCHBOARD_VAULT_KEY', () => {
  const key = 'a long passphrase, with ünïcödé'
  const fileOf = (dataFolder: string) => join(dataFolder, 'vault', 'secrets.sealed')

  async function sealedVault() {
    const dataFolder = await temporaryFolder()
    const vault = vaultAt({ dataFolder, key })
    await vault.set('token', 'sealed-secret-value')
    return { dataFolder, vault, file: fileOf(dataFolder) }
  }

  test('a secret survives the process that stored it, in a private file that reveals neither names nor values', async () => {
    const { dataFolder, vault, file } = await sealedVault()
    await vault.set('other', 'untouched')
    expect(await vault.get('token')).toEqual({ value: 'sealed-secret-value' })
    await vault.remove('token')
    expect(await vault.get('token')).toEqual({ value: null })
    expect(await vault.get('other')).toEqual({ value: 'untouched' })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataFolder, 'vault'))).mode & 0o777).toBe(0o700)
    const content = await readFile(file, 'latin1')
    for (const clear of ['untouched', 'other', 'token', key]) expect(content).not.toContain(clear)
  })

  test.each([
    ['another key', 'wrong', 'was sealed with another key'],
    ['no key', undefined, 'Set SWITCHBOARD_VAULT_KEY'],
  ])('with %s, every use fails and says so, and the file is not touched', async (_title, wrong, reason) => {
    const { dataFolder, vault, file } = await sealedVault()
    const before = await readFile(file)
    const stranger = vaultAt({ dataFolder, ...(wrong !== undefined && { key: wrong }) })
    const refused = { code: 'VAULT_UNAVAILABLE', message: expect.stringContaining(reason) as string }
    expect(await stranger.get('token')).toMatchObject(refused)
    expect(await stranger.set('token', 'overwritten')).toMatchObject(refused)
    expect(await stranger.remove('token')).toMatchObject(refused)
    expect(await readFile(file)).toEqual(before)
    expect(await vault.get('token')).toEqual({ value: 'sealed-secret-value' })
  })

  test('a value of 1 MB is stored completely', async () => {
    const { vault } = await sealedVault()
    const large = '0123456789'.repeat(100_000)
    await vault.set('large', large)
    expect(await vault.get('large')).toEqual({ value: large })
  })

  // Limits the file size, so that a write fails in the middle, as on a full disk. Mounting a full disk would need
  // special rights.
  test.runIf(process.platform !== 'win32')('a full disk refuses the new secret and keeps the old ones', async () => {
    const { dataFolder, vault, file } = await sealedVault()
    const before = await readFile(file)
    const wrapper = ['sh', '-c', 'trap \'\' XFSZ; ulimit -f 16; exec "$@"', 'sh']
    const full = vaultAt({ dataFolder, key, wrapper })
    expect(await full.set('large', 'secret-text-'.repeat(20_000))).toMatchObject({
      code: 'VAULT_UNAVAILABLE',
      message: expect.stringMatching(/could not be read or written: EFBIG(?!.*secret-text)/) as string,
    })
    expect(await readFile(file)).toEqual(before)
    expect(await readdir(join(dataFolder, 'vault'))).toEqual(['secrets.sealed'])
    expect(await vault.get('token')).toEqual({ value: 'sealed-secret-value' })
  })
})
