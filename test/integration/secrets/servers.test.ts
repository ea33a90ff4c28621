/** Servers that use the vault, with real processes and a real sealed file. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { systemClock } from '#engine/clock'
import { openVault } from '#engine/secrets/openVault'
import { find, openSecretHost, serverLaunch, textOf, until } from '#test/integration/secrets/secretHost'
import { contentsOf } from '#test/integration/secrets/vaultProcess'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { serverFile } from '#test/support/testServers'

const echo = serverFile('echo')
const env = (name: string) => ({ name })

describe('[R4] ${NAME} in a launch', () => {
  test('is filled in from the vault in one pass, and shown unfilled', async () => {
    const { client } = await openSecretHost()
    await client.secrets.set({ name: 'OUTER', value: 'outer ${INNER} $${x}' })
    await client.secrets.set({ name: 'INNER', value: 'never' })
    await client.secrets.set({ name: 'NAME', value: 'named-by-secret' })
    const launch = serverLaunch(echo, { TOLD: '<${OUTER}>', LITERAL: '$${OUTER}' }, '--name', '${NAME}')
    await client.servers.add({ name: 'one', launch })
    expect((await until(client, 'one', 'ready')).implementation.name).toBe('named-by-secret')
    expect(await textOf(client, 'env', env('TOLD'))).toBe('<outer ${INNER} $${x}>')
    expect(await textOf(client, 'env', env('LITERAL'))).toBe('${OUTER}')
    expect((await find(client, 'one')).launch).toMatchObject({ args: [expect.any(String), '--name', '${NAME}'] })
    expect(await client.secrets.list({})).toEqual([
      { name: 'INNER', usedBy: [] },
      { name: 'NAME', usedBy: ['one'] },
      { name: 'OUTER', usedBy: ['one'] },
    ])
  })

  test('without a value fails only its server, names the server and the variable, and is not retried until a value exists', async () => {
    const { client } = await openSecretHost()
    await client.servers.add({ name: 'good', launch: serverLaunch(echo, {}, '--name', 'good') })
    await client.servers.add({ name: 'bad', launch: serverLaunch(echo, { A: '${NOT_THERE}', B: '${NOR_THIS}' }) })
    const { error } = await until(client, 'bad', 'failed')
    expect(error.code).toBe('SECRET_MISSING')
    expect(error.message).toMatch(
      /^The server bad cannot start: \$\{NOT_THERE\} in env\.A has no value.*switchboard secret set NOT_THERE; \$\{NOR_THIS\} in env\.B /,
    )
    await until(client, 'good', 'ready')
    await client.secrets.set({ name: 'NOT_THERE', value: 'there-now' })
    await client.secrets.set({ name: 'NOR_THIS', value: 'this-too' })
    await until(client, 'bad', 'ready')
  })

  test('[R7] restarts only the servers that use it when its value is changed or removed', async () => {
    const { client } = await openSecretHost()
    await client.secrets.set({ name: 'TOKEN', value: 'first-value' })
    await client.servers.add({ name: 'uses', launch: serverLaunch(echo, { T: '${TOKEN}' }, '--name', 'uses') })
    await client.servers.add({ name: 'other', launch: serverLaunch(echo, { T: '$${TOKEN}' }, '--name', 'other') })
    const [before, other] = [await until(client, 'uses', 'ready'), await until(client, 'other', 'ready')]
    await client.secrets.set({ name: 'TOKEN', value: 'second-value' })
    expect(await textOf(client, 'uses__env', env('T'))).toBe('second-value')
    expect((await until(client, 'uses', 'ready')).pid).not.toBe(before.pid)
    await client.secrets.remove({ name: 'TOKEN' })
    expect((await until(client, 'uses', 'failed')).error.code).toBe('SECRET_MISSING')
    expect((await until(client, 'other', 'ready')).pid).toBe(other.pid)
  })

  test('is refused, naming server and variable, when the sealed file cannot be opened', async () => {
    const { client, dataFolder, close } = await openSecretHost()
    await client.secrets.set({ name: 'TOKEN', value: 'some-value' })
    await client.servers.add({ name: 'one', launch: serverLaunch(echo, { T: '${TOKEN}' }), enabled: false })
    await close()
    const second = await openSecretHost({ dataFolder, environment: { SWITCHBOARD_VAULT_KEY: 'wrong' } })
    await second.client.servers.setEnabled({ slug: 'one', enabled: true })
    const { error } = await until(second.client, 'one', 'failed')
    expect(error.code).toBe('VAULT_UNAVAILABLE')
    expect(error.message).toMatch(/^The server one cannot start without \$\{TOKEN\} in env\.T: .*another key/)
    expect(await second.client.secrets.list({})).toEqual([{ name: 'TOKEN', usedBy: ['one'] }])
  })
})

describe('${env:NAME}', () => {
  const launch = serverLaunch(echo, { FROM: '${env:OF_THE_ENGINE}' })

  test('is refused until it is allowed, with the way to allow it', async () => {
    const { client } = await openSecretHost({ environment: { OF_THE_ENGINE: 'engine-value' } })
    await client.servers.add({ name: 'one', launch })
    const { error } = await until(client, 'one', 'failed')
    expect(error.message).toContain('${env:OF_THE_ENGINE} in env.FROM is not allowed')
    expect((await client.secrets.permissions()).environment).toBe(false)
    await client.secrets.allowEnvironment({ allowed: true })
    expect((await client.secrets.permissions()).environment).toBe(true)
    await until(client, 'one', 'ready')
    expect(await textOf(client, 'env', env('FROM'))).toBe('engine-value')
  })

  test('never reveals the key of the vault', async () => {
    const { client } = await openSecretHost({ allowEnvironment: true })
    await client.servers.add({ name: 'one', launch: serverLaunch(echo, { K: '${env:SWITCHBOARD_VAULT_KEY}' }) })
    expect((await until(client, 'one', 'failed')).error.message).toContain('which servers do not get')
  })
})

describe('a configuration file', () => {
  async function openFile() {
    const file = join(await temporaryFolder(), 'mcp.json')
    const { command, args } = serverLaunch(echo)
    const servers = { one: { command, args, env: { T: '${TOKEN}' } } }
    await writeFile(file, JSON.stringify({ mcpServers: servers, switchboard: { project: 'Default', start: 'eager' } }))
    return { file, ...(await openSecretHost({ configFile: file })) }
  }

  test('gets the secrets of a project by consent for its path, not by a project’s name', async () => {
    const { client, file } = await openFile()
    await client.secrets.set({ name: 'TOKEN', value: 'of-the-project' })
    const { error } = await until(client, 'one', 'failed')
    expect(error.code).toBe('SECRET_MISSING')
    expect(error.message).toContain(`switchboard secret allow-file ${file}`)
    expect((await client.secrets.permissions()).files).toEqual([{ file, projectId: null }])
    await client.secrets.allowFile({ file, allowed: true })
    expect((await client.secrets.permissions()).files).toEqual([{ file, projectId: 'default' }])
    await until(client, 'one', 'ready')
    expect(await textOf(client, 'env', env('T'))).toBe('of-the-project')
    expect(await client.secrets.list({})).toEqual([{ name: 'TOKEN', usedBy: ['one'] }])
    await client.secrets.allowFile({ file, allowed: false })
    await until(client, 'one', 'failed')
  })

  test('may have its own secret, which takes precedence over the project’s secret', async () => {
    const { client, file } = await openFile()
    await client.secrets.set({ name: 'TOKEN', value: 'of-the-project' })
    await client.secrets.allowFile({ file, allowed: true })
    await client.secrets.set({ file, name: 'TOKEN', value: 'of-the-file' })
    await until(client, 'one', 'ready')
    expect(await textOf(client, 'env', env('T'))).toBe('of-the-file')
    expect(await client.secrets.list({ file })).toEqual([{ name: 'TOKEN', usedBy: ['one'] }])
    await client.secrets.remove({ file, name: 'TOKEN' })
    await expect(client.secrets.remove({ file, name: 'TOKEN' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a literal secret that comes with a server', () => {
  const value = 'literal-secret-value'
  const launch = serverLaunch(
    echo,
    { API_KEY: value, MODE: 'fast', REF_TOKEN: 'Bearer ${OTHER}' },
    '--secret',
    'literal-argument',
    '--base=https://x/?token=literal-parameter',
  )
  const kept = [value, 'literal-argument', 'literal-parameter']
  const keptIn = (dataFolder: string) => openVault({ clock: systemClock, dataFolder, key: 'key of the test' })
  const item = 'secrets/default/one.API_KEY'

  test('[R31] moves into the vault, so that the store has only its name, and the server its value', async () => {
    const { client, dataFolder, close } = await openSecretHost()
    await client.secrets.set({ name: 'OTHER', value: 'x' })
    const added = await client.servers.add({ name: 'One', launch })
    expect(added.plainSecrets).toEqual([])
    expect(await textOf(client, 'env', env('API_KEY'))).toBe(value)
    expect(await textOf(client, 'env', env('MODE'))).toBe('fast')
    expect((await client.secrets.list({})).map(({ name }) => name)).toEqual([
      'OTHER',
      'one.API_KEY',
      'one.secret',
      'one.token',
    ])
    await close()
    for (const [path, content] of await contentsOf(dataFolder))
      expect([path, kept.filter((one) => content.includes(one))]).toEqual([path, []])
    expect((await readFile(join(dataFolder, 'kb.db'), 'latin1')).includes('${one.API_KEY}')).toBe(true)
  })

  test('comes back when the server’s removal is undone, and is deleted when undoing is no longer possible', async () => {
    const { client, dataFolder, close } = await openSecretHost()
    await client.secrets.set({ name: 'OTHER', value: 'x' })
    await client.servers.add({ name: 'one', launch })
    await client.servers.remove({ slug: 'one' })
    const twin = await client.servers.add({ name: 'one', launch: serverLaunch(echo, { API_KEY: 'of-the-twin' }) })
    await client.servers.remove({ slug: twin.slug })
    await client.servers.restore({ slug: 'one' })
    await close()
    const vault = keptIn(dataFolder)
    const values = [await vault.get(item), await vault.get(`${item}-2`)]
    // If two removed servers had the same slug, undoing restores the later one.
    expect(values).toEqual([null, 'of-the-twin'])
    expect(await vault.get('secrets/default/OTHER')).toBe('x')
  })

  test('that could not be removed when its engine closed is removed by the next engine', async () => {
    const { client, dataFolder, close } = await openSecretHost()
    await client.secrets.set({ name: 'OTHER', value: 'x' })
    await client.servers.add({ name: 'one', launch })
    await client.servers.remove({ slug: 'one' })
    const vaultFile = join(dataFolder, 'vault', 'secrets.sealed')
    const sealed = await readFile(vaultFile)
    await writeFile(vaultFile, 'unreadable')
    await close()
    await writeFile(vaultFile, sealed)
    expect(await keptIn(dataFolder).get(item)).toBe(value)
    await openSecretHost({ dataFolder })
    await vi.waitFor(async () => expect(await keptIn(dataFolder).get(item)).toBeNull(), { timeout: 20_000 })
  })

  test('stays where it is, with a warning, on a machine without a vault, and everything works', async () => {
    const engine = await startTestEngine({ one: { launch: { ...testServer('echo'), env: { API_KEY: value } } } })
    expect(engine.registry.get('one').plainSecrets).toEqual(['API_KEY'])
    await engine.registry.use({ kind: 'all' })
    expect(engine.registry.get('one').state.kind).toBe('ready')
  })
})
