/** One suite, run on a real SQLite file and on a real Postgres: what the store gives back is equal on both. */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '#contract/project'
import { systemClock } from '#engine/clock'
import { openStore, type Store, type StoreOptions } from '#engine/store/openStore'
import type { ServerRow } from '#engine/store/serverRow'
import { manualClock } from '#test/support/manualClock'
import { databasesWith } from '#test/support/databases'
import { findPostgres } from '#test/support/postgres'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const postgres = findPostgres()

const git: ServerRow = {
  id: 'server-1',
  slug: 'git',
  name: 'Git',
  description: 'reads repositories',
  projectId: 'default',
  productId: null,
  launch: {
    transport: 'stdio',
    command: 'npx',
    args: ['-y', 'server', ''],
    env: { B: '1', A: '${TOKEN}' },
    cwd: '/tmp',
  },
  enabled: true,
  group: null,
  labels: ['fast', 'ünïcödé 😀'],
  concurrency: 16,
  restart: 'on-failure',
  timeoutMs: 300_000,
  sessions: 'dedicated',
  asksCallers: true,
  trusted: true,
  retry: 'read-only',
  idleStopMs: null,
  position: 0,
  era: null,
  fileSwitches: { enabled: false, disabledTools: ['a', 'ü'] },
  createdAt: 1_700_000_000_001,
  updatedAt: 1_700_000_000_002,
}

describe.each(databasesWith(postgres))('the store on $name', ({ url }) => {
  async function open(options: Partial<StoreOptions> = {}): Promise<{ store: Store; options: StoreOptions }> {
    const all: StoreOptions = {
      dataFolder: await temporaryFolder(),
      databaseUrl: await url(),
      clock: systemClock,
      log: recordingLog(),
      ...options,
    }
    const store = await openStore(all)
    onTestFinished(() => store.close())
    return { store, options: all }
  }

  test('a new store has the project Default, and keeps what is put in across a restart', async () => {
    const { store, options } = await open()
    const fallback = {
      id: 'default',
      name: 'Default',
      naming: 'prefix-on-conflict',
      prefix: '{server}__{tool}',
      start: 'lazy',
      instructions: '',
      file: null,
      formerNames: [],
    }
    expect(await store.projects.list()).toEqual([fallback])
    await store.servers.insert({ ...git, era: { era: 'modern', checkedAt: 1_800_000_000_000 } }, ['delete'])
    await store.settings.set('theme', { dark: true })
    await store.close()

    const { store: again } = await open(options)
    expect(await again.servers.list()).toEqual([{ ...git, era: { era: 'modern', checkedAt: 1_800_000_000_000 } }])
    expect(await again.servers.toggles()).toEqual(new Map([['server-1', new Set(['delete'])]]))
    expect(await again.settings.get('theme')).toEqual({ dark: true })
    expect(await again.projects.list()).toEqual([fallback])
  })

  test('[R2] every column of a server comes back as it went in, with and without what is optional', async () => {
    const { store } = await open()
    const bare: ServerRow = {
      ...git,
      id: 'server-2',
      slug: 'bare',
      name: 'Bare',
      description: '',
      launch: { transport: 'stdio', command: 'x', args: [], env: {} },
      enabled: false,
      fileSwitches: null,
      group: 'pair',
      labels: [],
      restart: 'never',
      position: -1,
    }
    await store.servers.insert(git)
    await store.servers.insert(bare)
    expect(await store.servers.list()).toEqual([bare, git])
  })

  test('an update changes what it names and nothing else, and tells when', async () => {
    const clock = manualClock(1_750_000_000_000)
    const { store } = await open({ clock })
    await store.servers.insert({ ...git, group: 'pair' })
    const changed = { ...git, enabled: false, labels: ['slow'], updatedAt: 1_750_000_000_000 }
    expect(await store.servers.update('server-1', { enabled: false, group: null, labels: ['slow'] })).toEqual(changed)
    expect(await store.servers.list()).toEqual([changed])
    await expect(store.servers.update('nobody', { enabled: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('what was learned about a server does not count as a change of it', async () => {
    const { store } = await open()
    await store.servers.insert(git)
    await store.servers.saveSeen([{ id: 'server-1', era: { era: 'legacy', checkedAt: 5 }, listings: {} }])
    expect(await store.servers.list()).toEqual([{ ...git, era: { era: 'legacy', checkedAt: 5 } }])
  })

  test('slugs are unique in the engine, names in their project; a refused insert leaves nothing', async () => {
    const { store } = await open()
    const other: Project = {
      id: 'p2',
      name: 'Other',
      naming: 'override',
      prefix: '',
      start: 'strict',
      instructions: '',
      file: '/x',
      formerNames: ['Another'],
    }
    await store.projects.insert(other)
    await store.servers.insert(git)
    const second: ServerRow = { ...git, id: 'server-2', slug: 'git-2' }
    const taken = { code: 'CONFLICT', message: 'this slug is taken' }
    await expect(store.servers.insert({ ...second, slug: 'git', name: 'G' }, ['x'])).rejects.toMatchObject(taken)
    const sameName = { code: 'CONFLICT', message: 'a server of this name is in the project already' }
    await expect(store.servers.insert(second)).rejects.toMatchObject(sameName)
    await expect(store.servers.insert({ ...git, slug: 'g', name: 'G' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await store.servers.insert({ ...second, projectId: 'p2' })
    await expect(store.servers.update('server-2', { slug: 'git' })).rejects.toMatchObject(taken)
    await expect(store.projects.insert({ ...other, id: 'p3' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await store.servers.list()).map(({ slug }) => slug)).toEqual(['git', 'git-2'])
    expect(await store.servers.toggles()).toEqual(new Map())
  })

  test('a server of a project that is not there is refused, so are toggles of no server', async () => {
    const { store } = await open()
    await expect(store.servers.insert({ ...git, projectId: 'gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(store.servers.setToggles('gone', ['a'], false)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await store.servers.insert(git)
    const listings = { tools: { entries: [], listedAt: 1 } }
    const era = { era: 'modern', checkedAt: 1 } as const
    await store.servers.saveSeen(['gone', 'server-1'].map((id) => ({ id, era, listings })))
    expect(await store.servers.listings()).toEqual(new Map([['server-1', listings]]))
  })

  test('a removed server takes toggles and listing with it, and comes back with its toggles', async () => {
    const { store } = await open()
    await store.servers.insert(git)
    await store.servers.setToggles('server-1', ['a', 'b', 'b'], false)
    await store.servers.saveSeen([{ id: 'server-1', listings: { tools: { entries: [{ name: 'a' }], listedAt: 7 } } }])
    await store.servers.remove('server-1')
    expect([await store.servers.list(), [...(await store.servers.toggles())]]).toEqual([[], []])
    expect(await store.servers.listings()).toEqual(new Map())
    await store.servers.insert(git, ['a', 'b'])
    expect(await store.servers.toggles()).toEqual(new Map([['server-1', new Set(['a', 'b'])]]))
    await store.servers.remove('nobody')
  })

  test('removing a project removes its servers', async () => {
    const { store } = await open()
    await store.servers.insert(git)
    await store.projects.remove('default')
    expect([await store.projects.list(), await store.servers.list()]).toEqual([[], []])
  })

  test('a project is changed field by field', async () => {
    const { store } = await open()
    const changed = await store.projects.update('default', { naming: 'override', instructions: 'Be brief. 😀' })
    expect(changed).toMatchObject({ name: 'Default', naming: 'override', instructions: 'Be brief. 😀' })
    expect(await store.projects.get('default')).toEqual(changed)
    expect(await store.projects.update('default', {})).toEqual(changed)
    expect(await store.projects.get('nobody')).toBeNull()
    await expect(store.projects.update('nobody', { name: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('thousands of tools of one server are switched at once, and again', async () => {
    const { store } = await open()
    await store.servers.insert(git)
    const names = Array.from({ length: 40_000 }, (_, number) => `tool-${number}`)
    await store.servers.setToggles('server-1', names, false)
    await store.servers.setToggles('server-1', names.slice(0, 10), false)
    await store.servers.setToggles('server-1', names.slice(1), true)
    expect(await store.servers.toggles()).toEqual(new Map([['server-1', new Set(['tool-0'])]]))
  })

  test('a listing survives whatever a server put into it', async () => {
    const { store } = await open()
    await store.servers.insert(git)
    const tools = [{ name: 'nul\0', lone: '\ud800', 'k\0': { z: 1, a: [null, 1e21, 'é😀"\\'] } }, 17, null]
    const prompts = { entries: [{ name: 'p' }], listedAt: 3 }
    await store.servers.saveSeen([{ id: 'server-1', listings: { tools: { entries: [], listedAt: 1 }, prompts } }])
    await store.servers.saveSeen([{ id: 'server-1', listings: { tools: { entries: tools, listedAt: 2 } } }])
    expect(await store.servers.listings()).toEqual(
      new Map([
        ['server-1', { tools: { entries: tools, listedAt: 2 }, prompts: { entries: [{ name: 'p' }], listedAt: 3 } }],
      ]),
    )
  })

  const unstorable = ['a\0b', 'half \ud83d of a pair', '\udc00']
  test.each(unstorable)('text that one of the databases would damage is refused by both (%j)', async (text) => {
    const { store } = await open()
    await store.servers.insert(git)
    const refused = { code: 'INVALID_INPUT' }
    const launch = { ...git.launch, env: { [text]: 'x' } }
    await expect(store.servers.update('server-1', { name: text })).rejects.toMatchObject(refused)
    await expect(store.servers.update('server-1', { launch })).rejects.toMatchObject(refused)
    await expect(store.servers.update('server-1', { labels: [text] })).rejects.toMatchObject(refused)
    await expect(store.servers.setToggles('server-1', ['fine', text], false)).rejects.toMatchObject(refused)
    expect([await store.servers.list(), (await store.servers.toggles()).size]).toEqual([[git], 0])
  })

  test('settings hold any JSON, and undefined means never set', async () => {
    const { store } = await open()
    for (const value of [null, 0, '', 'nul\0', [1, { a: 'b' }]]) {
      await store.settings.set('key', value)
      expect(await store.settings.get('key')).toEqual(value)
    }
    await store.settings.remove('key')
    expect(await store.settings.get('key')).toBeUndefined()
  })

  test('the name of a secret is there once in a project, and keeps the server that it came with', async () => {
    const { store } = await open()
    const token = { projectId: 'default', name: 'TOKEN', serverId: null, updatedAt: 1 }
    const owned = { projectId: 'default', name: 'git.KEY', serverId: 'server-1', updatedAt: 2 }
    for (const row of [token, owned, { ...token, projectId: 'other' }]) await store.secrets.put(row)
    await store.secrets.put({ ...owned, serverId: null, updatedAt: 3 })
    expect(await store.secrets.list()).toEqual([token, { ...owned, updatedAt: 3 }, { ...token, projectId: 'other' }])
    expect(await store.secrets.remove('default', 'TOKEN')).toBe(true)
    expect(await store.secrets.remove('default', 'TOKEN')).toBe(false)
    expect((await store.secrets.list()).map((row) => row.projectId)).toEqual(['default', 'other'])
  })

  test('work that is fired at once is all done', async () => {
    const { store } = await open()
    await store.servers.insert(git)
    const work = Array.from({ length: 40 }, (_, number) =>
      number % 2 === 0
        ? store.servers.setToggles('server-1', [`tool-${number}`], false)
        : store.settings.set(`key-${number}`, number),
    )
    await Promise.all(work)
    expect((await store.servers.toggles()).get('server-1')?.size).toBe(20)
    expect(await store.settings.get('key-39')).toBe(39)
  })

  test('closing twice is fine, and a closed store refuses work', async () => {
    const { store } = await open()
    await store.close()
    await store.close()
    await expect(store.projects.list()).rejects.toThrow()
  })
})
