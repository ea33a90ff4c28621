/** [R31] The vault on a real keychain: each step in a process of its own, so that nothing is merely remembered. */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { startKeychain, withoutKeychain } from '#test/support/keychain'
import { temporaryFolder } from '#test/support/temporaryFolder'

const run = promisify(execFile)
const script = fileURLToPath(new URL('vaultChild.ts', import.meta.url))
const keychain = await startKeychain()
afterAll(() => keychain?.stop())

async function vaultIn(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [script, ...args], { env: environment, timeout: 20_000 })
  return JSON.parse(stdout)
}

test.runIf(keychain !== null)(
  '[R31] a secret survives the process that kept it, and is gone when it is removed',
  async () => {
    const environment = { ...withoutKeychain(process.env), ...keychain?.environment }
    const value = `välue 😀 "'$\\ ${'x'.repeat(20_000)}`
    expect(await vaultIn(environment, 'get', 'token')).toEqual({ value: null })
    await vaultIn(environment, 'set', 'token', 'first')
    await vaultIn(environment, 'set', 'token', value)
    await vaultIn(environment, 'set', 'other', 'untouched')
    expect(await vaultIn(environment, 'get', 'token')).toEqual({ value })
    await vaultIn(environment, 'remove', 'token')
    await vaultIn(environment, 'remove', 'token')
    expect(await vaultIn(environment, 'get', 'token')).toEqual({ value: null })
    expect(await vaultIn(environment, 'get', 'other')).toEqual({ value: 'untouched' })
  },
)

test.runIf(process.platform === 'linux')(
  '[R31] without a keychain every use is refused with advice, and nothing is kept in a file',
  async () => {
    const home = await temporaryFolder()
    const environment = { ...withoutKeychain(process.env), HOME: home, XDG_DATA_HOME: home, TMPDIR: home }
    const refused = {
      code: 'VAULT_UNAVAILABLE',
      message: expect.stringContaining('Start and unlock a keychain') as string,
    }
    expect(await vaultIn(environment, 'set', 'token', 'plain-secret')).toMatchObject(refused)
    expect(await vaultIn(environment, 'get', 'token')).toMatchObject(refused)
    expect(await vaultIn(environment, 'remove', 'token')).toMatchObject(refused)
    const files = await readdir(home, { recursive: true, withFileTypes: true })
    for (const file of files.filter((entry) => entry.isFile())) {
      expect(await readFile(join(file.parentPath, file.name), 'latin1')).not.toContain('plain-secret')
    }
  },
)
