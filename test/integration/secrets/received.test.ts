/** How literal secrets get into the vault, on a real store and a real sealed file. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '#contract/errors'
import type { Launch } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import type { Vault } from '#engine/ports'
import { ProjectSecrets } from '#engine/secrets/projectSecrets'
import { createSecretKeeper } from '#engine/secrets/receivedSecrets'
import { plainSecrets } from '#engine/secrets/secretPlaces'
import { createRedactor } from '#engine/secrets/redaction'
import { createSealedFileVault } from '#engine/secrets/vaults/sealedFileVault'
import { openStore } from '#engine/store/openStore'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

async function openKeeper(wrap: (vault: Vault) => Vault = (vault) => vault) {
  const dataFolder = await temporaryFolder()
  const log = recordingLog()
  const store = await openStore({ dataFolder, databaseUrl: null, clock: systemClock, log })
  onTestFinished(() => store.close())
  const vault = wrap(createSealedFileVault(join(dataFolder, 'vault', 'secrets.sealed'), 'key'))
  const redactor = createRedactor()
  const secrets = new ProjectSecrets({
    vaults: { ofStore: vault, ofFiles: vault },
    store: store.secrets,
    clock: systemClock,
    redactor,
  })
  const { keepSecrets, foreseeSecrets } = createSecretKeeper(secrets, log)
  const keepLaunch = (launch: Launch, slug = 'one', id = `id of ${slug}`) =>
    keepSecrets({ id, slug, projectId: 'default', launch })
  const keep = async (...given: Parameters<typeof keepLaunch>) => (await keepLaunch(...given)).launch
  const valueOf = (name: string) => vault.get(`secrets/default/${name}`)
  const foresee = (launch: Launch) => foreseeSecrets({ id: 'id of one', slug: 'one', projectId: 'default', launch })
  return { secrets, keep, keepLaunch, foresee, valueOf, log, redactor }
}

function launchWith(env: Record<string, string>): Launch {
  return { transport: 'stdio', command: 'server', args: [], env }
}

test('variables and headers whose names mean a secret are moved to the vault, other variables and references are not', async () => {
  const { keep, valueOf } = await openKeeper()
  const env = { API_KEY: 'one', MODE: 'fast', EMPTY_TOKEN: ' ', MY_TOKEN: 'Bearer ${MINE}', 'odd key(x86)': 'two' }
  expect(await keep(launchWith(env))).toEqual(
    launchWith({ ...env, API_KEY: '${one.API_KEY}', 'odd key(x86)': '${one.odd_key_x86_}' }),
  )
  expect([await valueOf('one.API_KEY'), await valueOf('one.odd_key_x86_')]).toEqual(['one', 'two'])
  const remote: Launch = { transport: 'http', url: 'https://x', headers: { Authorization: 'Bearer t', Accept: 'a' } }
  expect(await keep(remote, 'far')).toMatchObject({ headers: { Authorization: '${far.Authorization}', Accept: 'a' } })
})

test('[R31] secrets in arguments and in addresses are moved to the vault, and the text around them stays', async () => {
  const { keep, valueOf } = await openKeeper()
  const args = ['--api-key', 'of-option', '--mode', 'fast', '--header', 'Authorization: Bearer of-header']
  const local: Launch = { transport: 'stdio', command: 'server', args: [...args, 'pg://me:of-address@db'], env: {} }
  expect(await keep(local)).toEqual({
    ...local,
    args: [
      '--api-key',
      '${one.api-key}',
      '--mode',
      'fast',
      '--header',
      'Authorization: ${one.Authorization}',
      'pg://me:${one.url_password}@db',
    ],
  })
  const names = ['one.api-key', 'one.Authorization', 'one.url_password']
  expect(await Promise.all(names.map(valueOf))).toEqual(['of-option', 'Bearer of-header', 'of-address'])
  const remote: Launch = { transport: 'sse', url: 'https://x/mcp?page=1&token=a%2Fb', headers: {} }
  expect(await keep(remote, 'far')).toEqual({ ...remote, url: 'https://x/mcp?page=1&token=${far.token}' })
  expect(await valueOf('far.token')).toBe('a%2Fb')
})

// Catches an engine that accepts any number of secrets in one argument. Each of them would be sealed, written and given
// a free name.
test('[R31] more secrets than a server can have are refused, and none is taken', async () => {
  const { keep, secrets } = await openKeeper()
  const args = ['token=a;'.repeat(30_000)]
  const kept = keep({ transport: 'stdio', command: 'server', args, env: {} })
  await expect(kept).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('30000') })
  expect(await secrets.list('default')).toEqual([])
})

test('a name that the launch still uses is not reused, because its value would be lost', async () => {
  const { keep, valueOf } = await openKeeper()
  await keep(launchWith({ 'A KEY': 'first' }))
  expect(await keep(launchWith({ OTHER_KEY: '${one.A_KEY}', A_KEY: 'second' }))).toEqual(
    launchWith({ OTHER_KEY: '${one.A_KEY}', A_KEY: '${one.A_KEY-2}' }),
  )
  expect(await valueOf('one.A_KEY')).toBe('first')
})

// Catches a value that stays in a vault for ever because its engine died before storing its name.
test('the name of a secret is stored before its value, and removed if that fails', async () => {
  const listed: string[][] = []
  const { secrets, valueOf } = await openKeeper((vault) => ({
    ...vault,
    set: async (name, value) => {
      listed.push((await secrets.list('default')).map((row) => row.name))
      if (value === 'refused') throw new AppError('VAULT_UNAVAILABLE', 'no more')
      await vault.set(name, value)
    },
  }))
  await secrets.set('default', 'KEPT', 'first')
  await expect(secrets.set('default', 'NEW', 'refused')).rejects.toMatchObject({ code: 'VAULT_UNAVAILABLE' })
  await expect(secrets.set('default', 'KEPT', 'refused')).rejects.toMatchObject({ code: 'VAULT_UNAVAILABLE' })
  expect(listed).toEqual([['KEPT'], ['KEPT', 'NEW'], ['KEPT']])
  expect((await secrets.list('default')).map(({ name }) => name)).toEqual(['KEPT'])
  expect([await valueOf('KEPT'), await valueOf('NEW')]).toEqual(['first', null])
})

test('a preview names the same references as storing does, and whether a value differs', async () => {
  const { keepLaunch, foresee, valueOf, secrets, redactor } = await openKeeper()
  const first = launchWith({ API_KEY: 'first' })
  const foreseen = await foresee(first)
  expect(foreseen).toEqual({ launch: launchWith({ API_KEY: '${one.API_KEY}' }), newValues: new Set(['env.API_KEY']) })
  expect([await valueOf('one.API_KEY'), await secrets.list('default')]).toEqual([null, []])
  expect(redactor.redact('first')).toBe('first')
  expect(await keepLaunch(first)).toEqual(foreseen)
  expect(await foresee(first)).toEqual({ ...foreseen, newValues: new Set() })
  expect(await foresee(launchWith({ API_KEY: 'second' }))).toEqual(foreseen)
  expect(await valueOf('one.API_KEY')).toBe('first')
})

test('an escaped literal is stored unescaped, so the server gets the same value as before', async () => {
  const { keep, valueOf } = await openKeeper()
  await keep(launchWith({ API_KEY: 'a$${B}c' }))
  expect(await valueOf('one.API_KEY')).toBe('a${B}c')
})

test('servers with the same name that are added at the same time keep a secret each', async () => {
  const { keep, valueOf, secrets } = await openKeeper()
  const launches = await Promise.all(['a', 'b', 'c'].map((value) => keep(launchWith({ API_KEY: value }), 'one', value)))
  expect(launches.map((launch) => plainSecrets(launch))).toEqual([[], [], []])
  const names = ['one.API_KEY', 'one.API_KEY-2', 'one.API_KEY-3']
  expect(await Promise.all(names.map(valueOf))).toEqual(['a', 'b', 'c'])
  expect((await secrets.list('default')).map(({ name, serverId }) => [name, serverId])).toEqual(
    names.map((name, number) => [name, 'abc'[number]]),
  )
})

test('a server that is added again gets its former names, and two variables never share a name', async () => {
  const { keep, valueOf, secrets } = await openKeeper()
  await keep(launchWith({ 'A KEY': 'first', A_KEY: 'second' }))
  expect(await keep(launchWith({ 'A KEY': 'third', A_KEY: 'fourth' }))).toEqual(
    launchWith({ 'A KEY': '${one.A_KEY}', A_KEY: '${one.A_KEY-2}' }),
  )
  expect([await valueOf('one.A_KEY'), await valueOf('one.A_KEY-2')]).toEqual(['third', 'fourth'])
  expect(await secrets.list('default')).toHaveLength(2)
})

test('a changed value is recognised, so an unchanged value restarts nothing', async () => {
  const { keepLaunch } = await openKeeper()
  const isNew = async (env: Record<string, string>) => (await keepLaunch(launchWith(env))).newValues.size > 0
  expect([await isNew({ API_KEY: 'first' }), await isNew({ API_KEY: 'first' })]).toEqual([true, false])
  expect([await isNew({ API_KEY: 'second' }), await isNew({ MODE: 'fast' })]).toEqual([true, false])
})

test('a vault that fails halfway leaves the other values unchanged, each in exactly one place', async () => {
  let sets = 0
  const { keep, valueOf, log } = await openKeeper((vault) => ({
    ...vault,
    set: (name, value) => {
      sets += 1
      return sets > 1 ? Promise.reject(new AppError('VAULT_UNAVAILABLE', 'no more')) : vault.set(name, value)
    },
  }))
  expect(await keep(launchWith({ A_KEY: 'first', B_KEY: 'second' }))).toEqual(
    launchWith({ A_KEY: '${one.A_KEY}', B_KEY: 'second' }),
  )
  expect([await valueOf('one.A_KEY'), await valueOf('one.B_KEY')]).toEqual(['first', null])
  expect(JSON.stringify(log.entries.filter(({ level }) => level === 'warn'))).toMatch(/unencrypted(?!.*second)/)
})

test('a value that cannot be passed to a process is refused with its name and without the value', async () => {
  const { keep } = await openKeeper()
  const refused = keep(launchWith({ API_KEY: 'hidden\0value' }))
  await expect(refused).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.not.stringContaining('hidden') as string,
  })
})

test('a secret is redacted as soon as it is received, before any server has it', async () => {
  const { keep, redactor } = await openKeeper()
  await keep(launchWith({ API_KEY: 'given-just-now' }))
  expect(redactor.redact('<given-just-now>')).toBe('<[redacted]>')
})
