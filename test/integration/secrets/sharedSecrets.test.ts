/**
 * [R31] Several engines on one Postgres with one shared vault: real hosts, real servers, and the contents of the
 * database.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import { createEngine } from '#engine/createEngine'
import type { Ports } from '#engine/ports'
import { createSealedFileVault } from '#engine/secrets/vaults/sealedFileVault'
import { createSharedVault } from '#engine/secrets/vaults/sharedVault'
import { openStore } from '#engine/store/openStore'
import type { ContractClient } from '#main/host/control/controlClient'
import { makePlace } from '#test/integration/cli/switchboard'
import { openSecretHost, serverLaunch, textOf, until } from '#test/integration/secrets/secretHost'
import { contentsOf } from '#test/integration/secrets/vaultProcess'
import { encodings } from '#test/support/encodings'
import { findPostgres } from '#test/support/postgres'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { serverFile } from '#test/support/testServers'

const postgres = findPostgres()
const echo = serverFile('echo')
const value = 'correct-horse/battery+staple'
const key = 'key of all engines'
const token = 'secrets/default/TOKEN'

const newDatabase = async () => (await postgres?.createDatabase()) ?? ''
const hostAt = (url: string, more: Readonly<Record<string, string | undefined>> = {}) =>
  openSecretHost({ environment: { DATABASE_URL: url, SWITCHBOARD_VAULT_KEY: key, ...more } })
const eventually = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 20_000 })
const told = (client: ContractClient, server: string, name: string) => textOf(client, `${server}__env`, { name })

/** Returns every row of every table, as text. */
async function dumpOf(url: string): Promise<string> {
  const tables = (await postgres?.query(url, `select tablename from pg_tables where schemaname = 'kb'`)) ?? []
  const rows = tables.map(async ({ tablename }) =>
    postgres?.query(url, `select t::text from kb.${String(tablename)} t`),
  )
  return JSON.stringify(await Promise.all(rows))
}

async function itemsOf(url: string): Promise<string[]> {
  const rows = await postgres?.query(url, `select name from kb.vault_items where name <> 'key' order by name`)
  return (rows ?? []).map(({ name }) => String(name))
}

describe.skipIf(postgres === null)('[R31] engines on one Postgres with one key', () => {
  // Catches a server at another engine that continues to run with a revoked key.
  test('a secret set on one engine is used by all, and changing it restarts only the servers that use it', async () => {
    const url = await newDatabase()
    const [one, other] = [await hostAt(url), await hostAt(url)]
    await one.client.secrets.set({ name: 'TOKEN', value: 'first-value' })
    await one.client.servers.add({ name: 'uses', launch: serverLaunch(echo, { T: '${TOKEN}' }) })
    await one.client.servers.add({ name: 'not', launch: serverLaunch(echo, { T: '$${TOKEN}' }) })
    await eventually(async () => expect(await told(other.client, 'uses', 'T')).toBe('first-value'))
    await eventually(async () => expect(await told(other.client, 'not', 'T')).toBe('${TOKEN}'))
    expect(await other.client.secrets.list({})).toEqual([{ name: 'TOKEN', usedBy: ['uses'] }])
    const [uses, not] = [await until(other.client, 'uses', 'ready'), await until(other.client, 'not', 'ready')]
    await one.client.secrets.set({ name: 'TOKEN', value: 'second-value' })
    await eventually(async () => expect((await until(other.client, 'uses', 'ready')).pid).not.toBe(uses.pid))
    expect(await told(other.client, 'uses', 'T')).toBe('second-value')
    await other.client.secrets.remove({ name: 'TOKEN' })
    const { error } = await until(one.client, 'uses', 'failed')
    expect([error.code, error.message]).toEqual([
      'SECRET_MISSING',
      expect.stringContaining('has no value in the vault shared by the engines on this database; set it'),
    ])
    expect((await until(other.client, 'not', 'ready')).pid).toBe(not.pid)
    expect(await one.client.secrets.vault()).toEqual({ kind: 'shared', note: null })
  })

  test('no value is in the database, the data folders or the logs, in whatever encoding', async () => {
    const url = await newDatabase()
    const [one, other] = [await hostAt(url), await hostAt(url)]
    await one.client.secrets.set({ name: 'TOKEN', value })
    await one.client.servers.add({ name: 'uses', launch: serverLaunch(echo, { T: '${TOKEN}', API_KEY: `${value}-2` }) })
    await eventually(async () => expect(await told(other.client, 'uses', 'T')).toBe(value))
    expect(await told(other.client, 'uses', 'API_KEY')).toBe(`${value}-2`)
    for (const host of [one, other]) await host.close()
    const texts = new Map([
      ['the database', await dumpOf(url)],
      ...(await contentsOf(one.dataFolder)),
      ...(await contentsOf(other.dataFolder)),
    ])
    expect(await itemsOf(url)).toEqual([token, 'secrets/default/uses.API_KEY'])
    for (const [where, text] of texts)
      for (const [way, encode] of Object.entries(encodings))
        expect([where, way, text.includes(encode(value)), text.includes(key)]).toEqual([where, way, false, false])
  })

  // Catches an engine that cannot start, or overwrites the others' values under its own key.
  test('an engine with another key says what to do, overwrites nothing, and otherwise works', async () => {
    const url = await newDatabase()
    const one = await hostAt(url)
    await one.client.secrets.set({ name: 'TOKEN', value })
    await one.client.servers.add({ name: 'uses', launch: serverLaunch(echo, { T: '${TOKEN}' }) })
    await one.client.servers.add({ name: 'not', launch: serverLaunch(echo, { T: 'plain' }) })
    const stranger = await hostAt(url, { SWITCHBOARD_VAULT_KEY: 'another key' })
    const words =
      'sealed with a different SWITCHBOARD_VAULT_KEY than this engine has. Start this engine with the key of the others'
    expect(await stranger.client.secrets.vault()).toEqual({
      kind: 'closed',
      note: expect.stringContaining(words) as string,
    })
    await expect(stranger.client.secrets.set({ name: 'TOKEN', value: 'overwritten' })).rejects.toMatchObject({
      code: 'VAULT_UNAVAILABLE',
      message: expect.stringContaining(words) as string,
    })
    await expect(stranger.client.secrets.remove({ name: 'TOKEN' })).rejects.toMatchObject({ code: 'VAULT_UNAVAILABLE' })
    await stranger.client.servers.restart({ slug: 'uses' })
    expect((await until(stranger.client, 'uses', 'failed')).error.message).toContain(words)
    expect(await told(stranger.client, 'not', 'T')).toBe('plain')
    expect(await told(one.client, 'uses', 'T')).toBe(value)
    await stranger.close()
    const log = (await contentsOf(join(stranger.dataFolder, 'logs'))).values().toArray().join('')
    expect(log).toContain(words)
  })

  test('a secret set at an engine that is killed is available to the others', async () => {
    const url = await newDatabase()
    const place = await makePlace()
    Object.assign(place.environment, { DATABASE_URL: url, SWITCHBOARD_VAULT_KEY: key })
    const { child, outcome } = await place.serve()
    expect(await place.runWithInput(value, 'secret', 'set', 'TOKEN')).toMatchObject({ code: 0 })
    child.kill('SIGKILL')
    await outcome
    const { client } = await hostAt(url)
    await client.servers.add({ name: 'uses', launch: serverLaunch(echo, { T: '${TOKEN}' }) })
    await until(client, 'uses', 'ready')
    expect(await told(client, 'uses', 'T')).toBe(value)
  })

  // Catches a command for a file that does not see the engines' shared values, or that stores something.
  test('a command for a configuration file uses the shared vault by consent, and stores nothing in it', async () => {
    const url = await newDatabase()
    const place = await makePlace()
    Object.assign(place.environment, { DATABASE_URL: url, SWITCHBOARD_VAULT_KEY: key })
    const [command, ...args] = [process.execPath, echo]
    const file = join(place.folder, 'servers.json')
    await writeFile(file, JSON.stringify({ mcpServers: { one: { command, args, env: { T: '${TOKEN}' } } } }))
    await place.runWithInput(value, 'secret', 'set', 'TOKEN')
    const call = ['call', 'env', '{"name":"T"}', '--config', file]
    expect((await place.run(...call)).stderr).toContain('switchboard secret allow-file')
    await place.run('secret', 'allow-file', file)
    expect(await place.run(...call)).toEqual({ code: 0, stdout: `${value}\n`, stderr: '' })
    expect(await itemsOf(url)).toEqual([token])
  })

  test('the model source and its key are the same for all engines', async () => {
    const url = await newDatabase()
    const [one, other] = [await hostAt(url), await hostAt(url)]
    expect((await other.client.modelSource.get()).kind).toBe('practice')
    await one.client.modelSource.set({ kind: 'custom', baseUrl: 'http://127.0.0.1:9', key: value })
    const wanted = { kind: 'custom', baseUrl: 'http://127.0.0.1:9', keyFrom: 'vault', problem: null }
    await eventually(async () => expect(await other.client.modelSource.get()).toMatchObject(wanted))
    expect(await itemsOf(url)).toEqual(['model-source'])
  })

  // Catches one machine's file that gets secrets because a file on another machine has the same path.
  test('secrets and consents of a configuration file stay with the engine that received them', async () => {
    const url = await newDatabase()
    const [one, other] = [await hostAt(url), await hostAt(url)]
    const file = join(await temporaryFolder(), 'mcp.json')
    await one.client.secrets.set({ file, name: 'OF_THE_FILE', value })
    await one.client.secrets.allowFile({ file, allowed: true })
    expect(await itemsOf(url)).toEqual([])
    await other.client.secrets.set({ file, name: 'OF_THE_FILE', value: 'of another machine' })
    expect(await itemsOf(url)).toEqual([])
  })
})

interface OwnVault {
  readonly dataFolder: string
  readonly shares: boolean
  readonly ports?: Partial<Ports>
}

/** Starts an engine with a sealed file as its own vault, whether or not the engine also uses a shared vault. */
async function engineWith(url: string, { dataFolder, shares, ports }: OwnVault) {
  const log = recordingLog()
  const vault = createSealedFileVault(join(dataFolder, 'vault', 'secrets.sealed'), 'own key')
  const given = { log, vault, databaseUrl: url, sharedVaultKey: shares ? key : null }
  const engine = await createEngine({ ...testPorts(dataFolder), ...given, ...ports })
  onTestFinished(() => engine.close())
  return { engine, log, vault }
}

async function sharedVaultAt(url: string) {
  const dataFolder = await temporaryFolder()
  const store = await openStore({ dataFolder, databaseUrl: url, clock: systemClock, log: recordingLog() })
  onTestFinished(() => store.close())
  return createSharedVault({ items: store.vaultItems, passphrase: key, clock: systemClock })
}

describe.skipIf(postgres === null)('[R31] a secret from an engine’s own vault', () => {
  async function ownBefore(url: string, kept: string) {
    const dataFolder = await temporaryFolder()
    const { engine } = await engineWith(url, { dataFolder, shares: false })
    await engine.secrets.set({}, 'TOKEN', kept)
    await engine.modelSource.set({ kind: 'custom', baseUrl: 'http://127.0.0.1:9', key: kept, allowPlain: false })
    await engine.close()
    return dataFolder
  }

  test('is copied into the shared vault when the engine first joins, and never over an existing secret', async () => {
    const url = await newDatabase()
    const [first, second] = [await ownBefore(url, 'of the first'), await ownBefore(url, 'of the second')]
    const one = await engineWith(url, { dataFolder: first, shares: true })
    const shared = await sharedVaultAt(url)
    expect(await shared.get(token)).toBe('of the first')
    expect(await one.engine.modelSource.snapshot()).toMatchObject({ keyFrom: 'vault' })
    const other = await engineWith(url, { dataFolder: second, shares: true })
    expect(await shared.get(token)).toBe('of the first')
    expect(other.log.entries).toContainEqual({
      level: 'warn',
      message: expect.stringContaining('has different values') as string,
      fields: { others: [token, 'model-source'] },
    })
    expect([await one.vault.get(token), await other.vault.get(token)]).toEqual(['of the first', 'of the second'])
  })

  // Catches a removed secret that returns when an engine starts that once had it.
  test('does not come back after it was removed from the shared vault', async () => {
    const url = await newDatabase()
    const dataFolder = await ownBefore(url, value)
    const { engine } = await engineWith(url, { dataFolder, shares: true })
    await engine.secrets.remove({}, 'TOKEN')
    await engine.close()
    const again = await engineWith(url, { dataFolder, shares: true })
    await again.engine.close()
    const apart = await engineWith(url, { dataFolder: await temporaryFolder(), shares: false })
    await apart.engine.secrets.set({}, 'TOKEN', 'of another')
    await engineWith(url, { dataFolder, shares: true })
    expect(await (await sharedVaultAt(url)).get(token)).toBeNull()
  })
})

describe.skipIf(postgres === null)('[R31] an engine without the key', () => {
  test('keeps its own vault, says so at its start, and reads no shared secrets', async () => {
    const url = await newDatabase()
    const { engine } = await engineWith(url, { dataFolder: await temporaryFolder(), shares: true })
    await engine.secrets.set({}, 'TOKEN', value)
    const { engine: apart, log, vault } = await engineWith(url, { dataFolder: await temporaryFolder(), shares: false })
    const note = expect.stringMatching(/only in this engine’s vault.*the same SWITCHBOARD_VAULT_KEY/) as string
    expect(await apart.secrets.vault()).toEqual({ kind: 'apart', note })
    expect(log.entries).toContainEqual({ level: 'info', message: note, fields: {} })
    expect(await apart.secrets.list({})).toEqual([{ name: 'TOKEN', usedBy: [] }])
    await expect(apart.secrets.remove({}, 'TOKEN')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('in the vault shared by the other engines on this database') as string,
    })
    await apart.secrets.set({}, 'TOKEN', 'own value')
    expect([await vault.get(token), await (await sharedVaultAt(url)).get(token)]).toEqual(['own value', value])
    await apart.secrets.remove({}, 'TOKEN')
    expect(await engine.secrets.list({})).toEqual([{ name: 'TOKEN', usedBy: [] }])
    await engine.secrets.remove({}, 'TOKEN')
    expect(await apart.secrets.list({})).toEqual([])
  })

  test('is told which names exist', async () => {
    const url = await newDatabase()
    const { engine } = await engineWith(url, { dataFolder: await temporaryFolder(), shares: true })
    const { engine: apart } = await engineWith(url, { dataFolder: await temporaryFolder(), shares: false })
    const events = apart.events.subscribe(undefined)
    const isTold = (async () => {
      for await (const batch of events)
        if (batch.some(({ type }) => type === 'secrets.changed') && (await apart.secrets.list({})).length > 0)
          return true
      return false
    })()
    await engine.secrets.set({}, 'TOKEN', value)
    expect(await isTold).toBe(true)
  })

  test('shows the state of the vault beside the names, and what to do about a wrong key', async () => {
    const url = await newDatabase()
    const { engine } = await engineWith(url, { dataFolder: await temporaryFolder(), shares: true })
    await engine.secrets.set({}, 'TOKEN', value)
    const place = await makePlace()
    Object.assign(place.environment, { DATABASE_URL: url })
    expect(await place.run('secret', 'list')).toEqual({
      code: 0,
      stdout: expect.stringContaining('TOKEN') as string,
      stderr: expect.stringContaining('start each of them with the same SWITCHBOARD_VAULT_KEY') as string,
    })
    Object.assign(place.environment, { SWITCHBOARD_VAULT_KEY: 'another key' })
    expect((await place.run('secret', 'list')).stderr).toContain('Start this engine with the key of the others')
    Object.assign(place.environment, { SWITCHBOARD_VAULT_KEY: key })
    expect(await place.run('secret', 'list', '--json')).toEqual({
      code: 0,
      stdout: '[{"name":"TOKEN","usedBy":[]}]\n',
      stderr: '',
    })
  })
})

// Catches an engine that deletes secrets of a server that another engine is just adding, or has removed and may
// restore.
test.skipIf(postgres === null)('secrets of a removed server in a shared vault are deleted a day later', async () => {
  const url = await newDatabase()
  let hours = 0
  const clock = { ...systemClock, now: () => systemClock.now() + hours * 3_600_000 }
  const engineNow = async () =>
    (await engineWith(url, { dataFolder: await temporaryFolder(), shares: true, ports: { clock } })).engine
  const engine = await engineNow()
  const launch = { ...testServer('echo'), env: { API_KEY: value } }
  const { slug } = await engine.servers.add(newServer.parse({ name: 'one', launch, enabled: false }))
  const project = await engine.projects.add(newProject.parse({ name: 'work' }))
  await engine.secrets.set({ projectId: project.id }, 'TOKEN', value)
  const items = ['secrets/default/one.API_KEY', `secrets/${project.id}/TOKEN`]
  hours = 240
  await engine.servers.remove(slug)
  await engine.projects.remove(project.id)
  const neighbour = await engineNow()
  await neighbour.close()
  expect((await itemsOf(url)).toSorted()).toEqual(items.toSorted())
  hours = 265
  const later = await engineNow()
  await later.close()
  expect(await itemsOf(url)).toEqual([])
})
