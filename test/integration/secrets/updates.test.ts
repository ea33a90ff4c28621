/** Changes to a running server, made over the contract, with a vault. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { find, openSecretHost, serverLaunch, textOf, until } from '#test/integration/secrets/secretHost'
import { contentsOf } from '#test/integration/secrets/vaultProcess'
import { isRunning } from '#test/support/processList'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const echo = serverFile('echo')

describe('a change to a server', () => {
  test('[R7] of its launch replaces its process, and any other change leaves the process alone', async () => {
    const { client } = await openSecretHost()
    await client.servers.add({ name: 'one', launch: serverLaunch(echo) })
    const before = await until(client, 'one', 'ready')
    const changed = await client.servers.update({
      slug: 'one',
      name: 'First',
      description: 'd',
      labels: ['fast'],
      group: 'pool',
      timeoutMs: 5_000,
      concurrency: 2,
      trusted: true,
      retry: 'read-only',
      idleStopMs: null,
      position: 7,
    })
    expect(changed).toMatchObject({ slug: 'one', name: 'First', concurrency: 2, trusted: true, position: 7 })
    expect(await until(client, 'one', 'ready')).toEqual(before)
    await client.servers.update({ slug: 'one', launch: serverLaunch(echo, {}, '--name', 'renewed') })
    await expect
      .poll(async () => (await until(client, 'one', 'ready')).implementation.name, { timeout: 20_000 })
      .toBe('renewed')
    expect(isRunning(before.pid ?? 0)).toBe(false)
    expect(await find(client, 'one')).toMatchObject({ name: 'First', trusted: true })
  })

  test('[R4] keeps values that were never shown, and stores new secrets in the vault', async () => {
    const { client } = await openSecretHost()
    await client.servers.add({ name: 'one', launch: serverLaunch(echo, { MODE: 'a', API_TOKEN: 'first-secret' }) })
    await until(client, 'one', 'ready')
    const { env: _env, ...launch } = serverLaunch(echo)
    const env = { MODE: 'b', API_TOKEN: null, OTHER_TOKEN: 'second-secret' }
    const changed = await client.servers.update({ slug: 'one', launch: { ...launch, env } })
    expect(changed).toMatchObject({ plainSecrets: [], launch: { envNames: ['MODE', 'API_TOKEN', 'OTHER_TOKEN'] } })
    await expect.poll(() => textOf(client, 'env', { name: 'MODE' }), { timeout: 20_000 }).toBe('b')
    expect(await textOf(client, 'env', { name: 'API_TOKEN' })).toBe('first-secret')
    expect(await textOf(client, 'env', { name: 'OTHER_TOKEN' })).toBe('second-secret')
    expect((await client.secrets.list({})).map(({ name }) => name)).toEqual(['one.API_TOKEN', 'one.OTHER_TOKEN'])
    const unknown = client.servers.update({ slug: 'one', launch: { ...launch, env: { NOBODY: null } } })
    await expect(unknown).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('[R4] [R7] of a secret’s value restarts the process, although the settings name the same secret, and the same value does not', async () => {
    const { client } = await openSecretHost()
    const launch = (value: string) => serverLaunch(echo, { API_TOKEN: value })
    await client.servers.add({ name: 'one', launch: launch('first-secret') })
    const before = await until(client, 'one', 'ready')
    await client.servers.update({ slug: 'one', launch: launch('first-secret') })
    expect(await until(client, 'one', 'ready')).toEqual(before)
    await client.servers.update({ slug: 'one', launch: launch('second-secret') })
    expect(await textOf(client, 'env', { name: 'API_TOKEN' })).toBe('second-secret')
    expect((await until(client, 'one', 'ready')).pid).not.toBe(before.pid)
    expect((await client.secrets.list({})).map(({ name }) => name)).toEqual(['one.API_TOKEN'])
  })

  test('[R4] keeps hidden arguments that are sent back as they were shown', async () => {
    const { client, dataFolder, close } = await openSecretHost({ environment: { SWITCHBOARD_VAULT_KEY: undefined } })
    const launch = serverLaunch(echo, {}, '--name', 'first', '--api-key', 'key-of-the-arguments')
    const added = await client.servers.add({ name: 'one', launch, enabled: false })
    expect(added).toMatchObject({ plainSecrets: ['api-key'] })
    expect(added.launch).toMatchObject({ args: [expect.any(String), '--name', 'first', '--api-key', '***'] })
    const { args = [] } = added.launch as { args?: string[] }
    const renamed = args.map((arg) => (arg === 'first' ? 'second' : arg))
    await client.servers.update({ slug: 'one', launch: { ...launch, args: renamed, env: {} } })
    await close()
    const second = await openSecretHost({ dataFolder })
    await second.client.servers.setEnabled({ slug: 'one', enabled: true })
    expect((await until(second.client, 'one', 'ready')).implementation.name).toBe('second')
    // Now there is a vault, so the next change moves the secret into it.
    const changed = await second.client.servers.update({ slug: 'one', description: 'changed' })
    expect(changed).toMatchObject({ plainSecrets: [], launch: { args: expect.arrayContaining(['${one.api-key}']) } })
    await until(second.client, 'one', 'ready')
    await second.close()
    for (const [path, content] of await contentsOf(dataFolder))
      expect([path, content.includes('key-of-the-arguments')]).toEqual([path, false])
  })

  test('is refused if the name is taken, and if the server belongs to a file', async () => {
    const configFile = join(await temporaryFolder(), 'servers.json')
    const { command, args } = serverLaunch(echo)
    await writeFile(configFile, JSON.stringify({ mcpServers: { written: { command, args } } }))
    const { client } = await openSecretHost({ configFile })
    for (const name of ['one', 'two']) await client.servers.add({ name, launch: serverLaunch(echo), enabled: false })
    await expect(client.servers.update({ slug: 'one', name: 'two' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(client.servers.update({ slug: 'written', trusted: true })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(configFile),
    })
    await expect(client.servers.update({ slug: 'nobody', trusted: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('[R7] in its configuration file that does not affect the process leaves the process alone', async () => {
    const configFile = join(await temporaryFolder(), 'servers.json')
    const { command, args } = serverLaunch(echo)
    const write = (settings: object) =>
      writeFile(configFile, JSON.stringify({ mcpServers: { written: { command, args, ...settings } } }))
    await write({})
    const { client } = await openSecretHost({ configFile })
    const before = await until(client, 'written', 'ready')
    await write({ trusted: true, timeoutMs: 1_000 })
    await expect.poll(() => find(client, 'written'), { timeout: 20_000 }).toMatchObject({ trusted: true })
    expect(await until(client, 'written', 'ready')).toEqual(before)
  })
})
