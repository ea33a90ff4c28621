/** Products on a real engine, with real servers, on both databases. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { ProductPreview } from '#contract/product'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import type { Engine } from '#engine/createEngine'
import type { Vault } from '#engine/ports'
import { createSealedFileVault } from '#engine/secrets/vaults/sealedFileVault'
import { databasesWith } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'

const postgres = findPostgres()

const { transport: _transport, ...echo } = { ...testServer('echo') }

type Servers = Record<string, Record<string, unknown>>
const manifest = (servers: Servers, version = '1.0.0', id = 'pack') =>
  JSON.stringify({ id, name: 'The pack', version, mcp: { servers } })
const two: Servers = {
  First: { ...echo, description: 'the first', env: { A: '1', B: '2' } },
  Second: { ...echo, enabled: false, disabledTools: ['exit'], labels: ['slow'] },
}

async function install(engine: Engine, text: string, projectId?: string) {
  const { consent } = await engine.products.preview(text, projectId)
  return engine.products.install(text, consent, projectId)
}
const actions = async (engine: Engine, text: string) =>
  (await engine.products.preview(text)).changes.map(({ name, action }) => [name, action])

describe.each(databasesWith(postgres))('products on $name', ({ url }) => {
  const start = async () => {
    const ports = { ...testPorts(await temporaryFolder()), databaseUrl: await url() }
    return { engine: await startTestEngine({}, ports), again: () => startTestEngine({}, ports) }
  }

  test('[R3] the servers of a product become rows with product and project, run, and exist after a restart', async () => {
    const { engine, again } = await start()
    expect(await install(engine, manifest(two))).toEqual(['first', 'second'])
    expect(engine.registry.rows()).toMatchObject([
      { name: 'First', productId: 'pack', projectId: 'default', description: 'the first', enabled: true },
      { name: 'Second', productId: 'pack', enabled: false, labels: ['slow'] },
    ])
    await vi.waitFor(() => expect(engine.registry.get('first').state.kind).toBe('ready'), { timeout: 10_000 })
    const installed = await engine.products.list()
    expect(installed).toMatchObject([
      {
        id: 'pack',
        name: 'The pack',
        version: '1.0.0',
        projects: [{ projectId: 'default', servers: ['first', 'second'] }],
      },
    ])
    await engine.close()
    const later = await again()
    expect(await later.products.list()).toEqual(installed)
    expect(await actions(later, manifest(two))).toEqual([
      ['First', 'keep'],
      ['Second', 'keep'],
    ])
  })

  test('[R3] installing again updates config and description, and keeps the user’s settings', async () => {
    const { engine } = await start()
    await install(engine, manifest(two))
    await vi.waitFor(() => expect(engine.registry.get('first').tools.total).toBeGreaterThan(0), { timeout: 10_000 })
    await engine.servers.setToolsEnabled('first', ['exit'], false)
    await engine.servers.setEnabled('first', false)
    await engine.servers.setEnabled('second', true)
    const [before] = engine.registry.rows()
    const next: Servers = {
      First: {
        ...two['First'],
        description: 'still the first',
        args: [...(echo.args ?? []), '--name', 'new'],
        enabled: true,
      },
      Second: { ...two['Second'], labels: ['other'] },
      Third: { ...echo, enabled: false },
    }
    expect(await engine.products.preview(manifest(next, '2.0.0'))).toMatchObject({
      installedVersion: '1.0.0',
      problems: [],
      changes: [
        { name: 'First', action: 'update', before: expect.not.stringContaining('--name') as string },
        { name: 'Second', action: 'keep' },
        { name: 'Third', action: 'add' },
      ],
    })
    expect(await install(engine, manifest(next, '2.0.0'))).toEqual(['first', 'second', 'third'])
    const [first, second] = engine.registry.rows()
    expect(first).toMatchObject({
      id: before?.id,
      enabled: false,
      description: 'still the first',
      position: before?.position,
    })
    expect(first?.launch).toMatchObject({ args: expect.arrayContaining(['--name', 'new']) as string[] })
    expect(second).toMatchObject({ enabled: true, labels: ['slow'] })
    const exit = engine.registry.tools('first').find((tool) => tool.name === 'exit')
    expect(exit?.enabled).toBe(false)
    expect(await engine.products.list()).toMatchObject([{ version: '2.0.0' }])
  })

  test('[R3] a server missing from the new version is removed, and the preview says so', async () => {
    const { engine } = await start()
    await install(engine, manifest(two))
    const fewer = manifest({ Second: two['Second'] ?? {} }, '2')
    expect(await actions(engine, fewer)).toEqual([
      ['Second', 'keep'],
      ['First', 'remove'],
    ])
    await install(engine, fewer)
    expect(engine.registry.list().map(({ slug }) => slug)).toEqual(['second'])
  })

  // Catches a second copy of a server for each project, and an update that changes projects without naming them.
  test('[R3] [R8] a product in a second project uses the same servers, and an update names every project that it changes', async () => {
    const { engine } = await start()
    const { id: work } = await engine.projects.add(newProject.parse({ name: 'Work' }))
    await install(engine, manifest(two))
    expect(await install(engine, manifest(two), work)).toEqual(['first', 'second'])
    expect(engine.registry.list().map(({ slug, projects }) => [slug, projects])).toEqual([
      ['first', ['default', work]],
      ['second', ['default', work]],
    ])
    const next = { ...two, First: { ...two['First'], description: 'still the first' } }
    const { changes } = await engine.products.preview(manifest(next, '2.0.0'), work)
    expect(changes.map(({ name, action, alsoIn }) => [name, action, alsoIn])).toEqual([
      ['First', 'update', ['default']],
      ['Second', 'keep', []],
    ])
    await engine.products.uninstall('pack', 'default')
    expect(engine.registry.get('first').projects).toEqual([work])
    await engine.products.uninstall('pack', work)
    expect(engine.registry.list()).toEqual([])
    expect(await engine.products.list()).toEqual([])
  })

  test('[R3] uninstalling removes exactly what the product installed, from one project or from all', async () => {
    const { engine, again } = await start()
    await engine.servers.add(newServer.parse({ name: 'Mine', launch: testServer('echo') }))
    await install(engine, manifest(two))
    await install(engine, manifest({ Other: { ...echo, enabled: false } }, '1', 'other-pack'))
    await expect(engine.products.uninstall('pack', 'nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await engine.products.uninstall('pack', 'default')).toEqual(['first', 'second'])
    expect(engine.registry.list().map(({ slug }) => slug)).toEqual(['mine', 'other'])
    expect((await engine.products.list()).map(({ id }) => id)).toEqual(['other-pack'])
    await expect(engine.products.uninstall('pack', null)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await engine.products.uninstall('other-pack', null)).toEqual(['other'])
    await engine.close()
    const later = await again()
    expect([later.registry.list().map(({ slug }) => slug), await later.products.list()]).toEqual([['mine'], []])
  })

  test('[R3] a product is installed completely or not at all, so a name conflict at any moment changes nothing', async () => {
    const { engine, again } = await start()
    await engine.servers.add(newServer.parse({ name: 'Second', launch: testServer('echo'), enabled: false }))
    const preview = await engine.products.preview(manifest(two))
    expect(preview.problems).toEqual(['Second: the project already has a server with this name'])
    await expect(engine.products.install(manifest(two), preview.consent)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })

    // The same conflict, found by the database, as if another engine on the shared database had been faster.
    const late = manifest({ First: { ...echo }, Late: { ...echo } })
    const { consent } = await engine.products.preview(late)
    const rows = vi.spyOn(engine.registry, 'takenSlugs').mockReturnValue(new Set())
    const names = manifest({ First: { ...echo }, SECOND: { ...echo } })
    const clash = await engine.products.preview(names)
    await expect(engine.products.install(names, clash.consent)).rejects.toMatchObject({ code: 'CONFLICT' })
    rows.mockRestore()
    expect(engine.registry.list().map(({ slug }) => slug)).toEqual(['second'])
    expect(await engine.products.list()).toEqual([])
    expect(await engine.products.install(late, consent)).toEqual(['first', 'late'])
    await engine.close()
    expect((await again()).registry.list()).toHaveLength(3)
  })

  test('only a previewed product is installed', async () => {
    const { engine } = await start()
    const { consent } = await engine.products.preview(manifest(two))
    const other = manifest({ ...two, First: { ...two['First'], args: ['--something', 'else'] } })
    await expect(engine.products.install(other, consent)).rejects.toMatchObject({ code: 'CONFLICT' })
    await engine.servers.add(newServer.parse({ name: 'Unrelated', launch: testServer('echo'), enabled: false }))
    expect(await engine.products.install(manifest(two), consent)).toEqual(['first', 'second'])
    // The installation changed something, so repeating it needs a new consent.
    await expect(engine.products.install(manifest(two), consent)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

test('[R3] installing again restarts a server if the manifest has another value for a secret, and not if the value is the same', async () => {
  const dataFolder = await temporaryFolder()
  const vault = createSealedFileVault(join(dataFolder, 'secrets.sealed'), 'key')
  const engine = await startTestEngine({}, { ...testPorts(dataFolder), vault })
  const withKey = (key: string) => manifest({ First: { ...echo, env: { API_KEY: key } } })
  const ready = () =>
    vi.waitFor(
      () => {
        const { state } = engine.registry.get('first')
        if (state.kind !== 'ready') throw new Error(`the server is ${state.kind}`)
        return state
      },
      { timeout: 10_000 },
    )
  await install(engine, withKey('first-value'))
  const before = await ready()
  await install(engine, withKey('first-value'))
  expect(await ready()).toEqual(before)
  await install(engine, withKey('second-value'))
  await vi.waitFor(async () => expect((await ready()).pid).not.toBe(before.pid), { timeout: 10_000 })
})

test('[R3] a server that its owner switches off during an update is off afterwards', async () => {
  const dataFolder = await temporaryFolder()
  const sealed = createSealedFileVault(join(dataFolder, 'secrets.sealed'), 'key')
  let onSet = async () => undefined as unknown
  const set: Vault['set'] = async (name, value) => {
    await onSet()
    await sealed.set(name, value)
  }
  const vault = { get: (name: string) => sealed.get(name), remove: (name: string) => sealed.remove(name), set }
  const engine = await startTestEngine({}, { ...testPorts(dataFolder), vault })
  await install(engine, manifest({ First: { ...echo, env: { API_KEY: 'a-value' } } }))
  // While the keychain shows its prompt, the user first does something else.
  onSet = () => engine.servers.setEnabled('first', false)
  await install(engine, manifest({ First: { ...echo, env: { API_KEY: 'another-value' } } }))
  expect(engine.registry.get('first')).toMatchObject({ enabled: false })
})

describe('[R3] the preview of a product with secrets in its manifest', () => {
  const secret = 'never-to-be-shown'
  const withSecrets = (key: string, more: readonly string[] = []) =>
    manifest({ First: { ...echo, args: [...(echo.args ?? []), '--api-key', key, ...more], env: { TOKEN: key } } })
  const secretsIn = ({ changes }: ProductPreview) =>
    changes.flatMap(({ secrets }) => secrets.map(({ name, action }) => `${name} ${action}`))
  const openWithVault = async () => {
    const dataFolder = await temporaryFolder()
    const vault = createSealedFileVault(join(dataFolder, 'secrets.sealed'), 'key')
    return { vault, engine: await startTestEngine({}, { ...testPorts(dataFolder), vault }) }
  }

  test('[R4] says which secrets the user has to set, and whether they exist', async () => {
    const { engine } = await openWithVault()
    const env = { A: '${GIVEN}', B: '${env:HOME}', C: '${MISSING}', D: '$${NOT_ONE}', TOKEN: secret }
    const text = manifest({ First: { ...echo, env }, Second: { url: 'http://127.0.0.1:1/${MISSING}' } })
    await engine.secrets.set({}, 'GIVEN', 'value')
    expect((await engine.products.preview(text)).needs).toEqual([
      { name: 'GIVEN', servers: ['First'], isSet: true },
      { name: 'MISSING', servers: ['First', 'Second'], isSet: false },
    ])
  })

  test('says so when nothing changes, and keeps nothing', async () => {
    const { engine, vault } = await openWithVault()
    const before = await engine.products.preview(withSecrets(secret))
    expect(before.changes).toMatchObject([
      { action: 'add', launch: { line: expect.stringContaining('--api-key') as string } },
    ])
    expect(await vault.get('secrets/default/first.TOKEN')).toBeNull()
    await install(engine, withSecrets(secret))
    const after = await engine.products.preview(withSecrets(secret))
    expect(after.changes).toMatchObject([{ action: 'keep', before: null }])
    expect([before, after].map(secretsIn)).toEqual([
      ['TOKEN add', 'api-key add'],
      ['TOKEN keep', 'api-key keep'],
    ])
    expect(JSON.stringify([before, after])).not.toContain(secret)
    expect(await install(engine, withSecrets(secret))).toEqual(['first'])
  })

  test('reports another value and another argument, each without the value', async () => {
    const { engine, vault } = await openWithVault()
    await install(engine, withSecrets('the-old-one'))
    const other = await engine.products.preview(withSecrets(secret))
    expect(other.changes).toMatchObject([{ action: 'update', before: null }])
    const longer = await engine.products.preview(withSecrets('the-old-one', ['--more']))
    expect(longer.changes).toMatchObject([
      { action: 'update', before: { line: expect.not.stringContaining('--more') as string } },
    ])
    expect(JSON.stringify([other, longer])).not.toMatch(/never-to-be-shown|the-old-one/)
    expect(await vault.get('secrets/default/first.TOKEN')).toBe('the-old-one')
    await install(engine, withSecrets(secret))
    expect(await actions(engine, withSecrets(secret))).toEqual([['First', 'keep']])
  })

  test('names each secret as new, changed, the same or gone when nothing else differs', async () => {
    const { engine } = await openWithVault()
    const withEnv = (env: Record<string, string>) => manifest({ First: { ...echo, env: { MODE: 'fast', ...env } } })
    await install(engine, withEnv({ API_KEY: 'first', SAME_TOKEN: secret, OLD_SECRET: secret }))
    const next = withEnv({ API_KEY: 'second', SAME_TOKEN: secret, NEW_SECRET: secret })
    const preview = await engine.products.preview(next)
    expect(preview.changes).toMatchObject([
      {
        action: 'update',
        before: { values: { MODE: 'fast', OLD_SECRET: '${first.OLD_SECRET}' } },
        launch: { values: { MODE: 'fast', NEW_SECRET: '***' } },
      },
    ])
    expect(secretsIn(preview)).toEqual(['API_KEY update', 'SAME_TOKEN keep', 'NEW_SECRET add', 'OLD_SECRET remove'])
    expect(JSON.stringify(preview)).not.toContain(secret)
    await engine.products.install(next, preview.consent)
    expect(secretsIn(await engine.products.preview(next))).toEqual([
      'API_KEY keep',
      'SAME_TOKEN keep',
      'NEW_SECRET keep',
    ])
  })

  test('says when a value is missing from the vault, and when a vault has become available', async () => {
    const { engine, vault } = await openWithVault()
    await install(engine, withSecrets(secret))
    await vault.remove('secrets/default/first.TOKEN')
    expect(await actions(engine, withSecrets(secret))).toEqual([['First', 'update']])
    await engine.close()

    const ports = testPorts(await temporaryFolder())
    const none = await startTestEngine({}, ports)
    await install(none, withSecrets(secret))
    expect(await actions(none, withSecrets(secret))).toEqual([['First', 'keep']])
    await none.close()
    const late = createSealedFileVault(join(await temporaryFolder(), 'secrets.sealed'), 'key')
    const some = await startTestEngine({}, { ...ports, vault: late })
    expect(await actions(some, withSecrets(secret))).toEqual([['First', 'update']])
  })
})

test('is refused for a project that mirrors a file, or does not exist', async () => {
  const engine = await startTestEngine()
  const file = join(await temporaryFolder(), 'servers.json')
  await writeFile(file, '{ "mcpServers": {} }')
  await engine.openConfigFile(file)
  const ofFile = engine.registry.projects().find((project) => project.file === file)
  await expect(engine.products.preview(manifest(two), ofFile?.id)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(engine.products.preview(manifest(two), 'nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('shows all problems of a manifest, which cannot be installed', async () => {
  const engine = await startTestEngine()
  const wrong = manifest({ ...two, Odd: { command: 7 } })
  const { problems, consent, changes } = await engine.products.preview(wrong)
  expect(problems).toEqual(['mcp.servers.Odd.command: expected a string, got number'])
  expect(changes.map(({ name }) => name)).toEqual(['First', 'Second'])
  await expect(engine.products.install(wrong, consent)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(engine.registry.list()).toEqual([])
})
