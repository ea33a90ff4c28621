/** The same suite runs on a real SQLite file and on a real Postgres. The store returns the same on both. */
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Project } from '#contract/project'
import { systemClock } from '#engine/clock'
import { openStore, type Store, type StoreOptions } from '#engine/store/openStore'
import type { ServerRow } from '#engine/store/servers/serverRow'
import { databasesWith } from '#test/support/databases'
import { addition, rowsIn, togglesIn, writing } from '#test/integration/store/writing'
import { findPostgres } from '#test/support/postgres'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const postgres = findPostgres()

const git: ServerRow = {
  id: 'server-1',
  pairId: 'pair-1',
  slug: 'git',
  formerSlugs: ['old-git'],
  name: 'Git',
  description: 'reads repositories',
  projectId: 'default',
  productId: null,
  launch: {
    transport: 'stdio',
    command: 'npx',
    args: ['-y', 'server', ''],
    env: { B: '1', A: 'b' },
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
  addedAt: 1_700_000_000_003,
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

  test('a new store has the project Default, and keeps its contents across a restart', async () => {
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
    const era = { era: 'modern', checkedAt: 1_800_000_000_000 } as const
    await writing(store).insert(git, ['delete'])
    await store.servers.saveSeen([{ id: 'server-1', launchedFor: '', era, listings: {} }])
    await store.settings.set('theme', { dark: true })
    await store.close()

    const { store: again } = await open(options)
    expect(await rowsIn(again)).toEqual([{ ...git, era }])
    expect(await togglesIn(again)).toEqual(new Map([['pair-1', new Set(['delete'])]]))
    expect(await again.settings.get('theme')).toEqual({ dark: true })
    expect(await again.projects.list()).toEqual([fallback])
  })

  test('[R2] every column of a server comes back unchanged, with and without optional values', async () => {
    const { store } = await open()
    const bare: ServerRow = {
      ...git,
      id: 'server-2',
      pairId: 'pair-2',
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
    await writing(store).insert(git)
    await writing(store).insert(bare)
    expect(await rowsIn(store)).toEqual([bare, git])
  })

  test('changes made together are stored completely, or not at all', async () => {
    const { store } = await open()
    const add = addition(git, ['a'])
    const missing = {
      kind: 'changeServer',
      id: 'nobody',
      slug: 'nobody',
      patch: { position: 1, updatedAt: 1 },
    } as const
    await expect(store.changes.write([add, missing])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect([await rowsIn(store), (await togglesIn(store)).size]).toEqual([[], 0])
    await store.changes.write([add, { kind: 'removeServer', id: git.id, slug: git.slug }, add])
    expect(await rowsIn(store)).toEqual([git])
  })

  test('an update changes only the fields it names, and records its time', async () => {
    const { store } = await open()
    await writing(store).insert({ ...git, group: 'pair' })
    const changed = { ...git, enabled: false, labels: ['slow'], updatedAt: 1_750_000_000_000 }
    await writing(store).update('server-1', { labels: ['slow'] }, 1_750_000_000_000)
    await writing(store).change('pair-1', { enabled: false, group: null })
    expect(await rowsIn(store)).toEqual([changed])
    await expect(writing(store).update('nobody', { position: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(writing(store).change('nobody', { enabled: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('observations about a server do not count as a change to it', async () => {
    const { store } = await open()
    await writing(store).insert(git)
    await store.servers.saveSeen([
      { id: 'server-1', launchedFor: '', era: { era: 'legacy', checkedAt: 5 }, listings: {} },
    ])
    expect(await rowsIn(store)).toEqual([{ ...git, era: { era: 'legacy', checkedAt: 5 } }])
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
    await writing(store).insertProject(other)
    await writing(store).insert(git)
    const second: ServerRow = { ...git, id: 'server-2', pairId: 'pair-2', slug: 'git-2' }
    const taken = {
      code: 'CONFLICT',
      message: 'This slug is taken: another server was added at the same time. Try again.',
    }
    await expect(writing(store).insert({ ...second, slug: 'git', name: 'G' }, ['x'])).rejects.toMatchObject(taken)
    const sameName = { code: 'CONFLICT', message: 'The project already has a server with this name.' }
    await expect(writing(store).insert(second)).rejects.toMatchObject(sameName)
    await expect(writing(store).insert({ ...git, slug: 'g', name: 'G' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await writing(store).insert({ ...second, projectId: 'p2' })
    await expect(writing(store).update('server-2', { slug: 'git' })).rejects.toMatchObject(taken)
    await expect(writing(store).insertProject({ ...other, id: 'p3' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await rowsIn(store)).map(({ slug }) => slug)).toEqual(['git', 'git-2'])
    expect(await togglesIn(store)).toEqual(new Map())
  })

  test('a server of a missing project is refused, and so are toggles of a missing server', async () => {
    const { store } = await open()
    await expect(writing(store).insert({ ...git, projectId: 'gone' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(writing(store).switchTools('gone', ['a'], false)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await writing(store).insert(git)
    const listings = { tools: { entries: [], listedAt: 1 } }
    const era = { era: 'modern', checkedAt: 1 } as const
    await store.servers.saveSeen(['gone', 'server-1'].map((id) => ({ id, launchedFor: '', era, listings })))
    expect(await store.servers.seen()).toEqual(new Map([['server-1', new Map([['', { era, listings }]])]]))
  })

  test('removing a server removes its toggles and listing, and restoring the server restores the toggles', async () => {
    const { store } = await open()
    await writing(store).insert(git)
    await writing(store).switchTools('pair-1', ['a', 'b', 'b'], false)
    await store.servers.saveSeen([
      { id: 'server-1', launchedFor: '', listings: { tools: { entries: [{ name: 'a' }], listedAt: 7 } } },
    ])
    await writing(store).remove('server-1')
    expect([await rowsIn(store), [...(await togglesIn(store))]]).toEqual([[], []])
    expect(await store.servers.seen()).toEqual(new Map())
    await writing(store).insert(git, ['a', 'b'])
    expect(await togglesIn(store)).toEqual(new Map([['pair-1', new Set(['a', 'b'])]]))
    await writing(store).remove('nobody')
  })

  test('removing a project keeps its servers, which are then in no project', async () => {
    const { store } = await open()
    await writing(store).insert(git, ['a'])
    await writing(store).removeProject('default')
    expect([await store.projects.list(), await rowsIn(store)]).toEqual([[], []])
    expect(await store.servers.list()).toMatchObject([{ definition: { slug: 'git' }, pairs: [] }])
  })

  test('[R2] a server is in several projects with each project’s decisions, and changing it changes every row', async () => {
    const { store } = await open()
    const { projects } = store
    const [first] = await projects.list()
    if (first === undefined) throw new Error('a new store has no project')
    await writing(store).insertProject({ ...first, id: 'p2', name: 'Other' })
    await writing(store).insert(git, ['a'])
    const there = { ...git, pairId: 'pair-2', projectId: 'p2', enabled: false, fileSwitches: null }
    await writing(store).put(there)
    await writing(store).nameTools('pair-2', { a: 'first', b: 'second' })
    await writing(store).nameTools('pair-2', { b: 'third' })
    const again = { ...there, pairId: 'pair-3' }
    await expect(writing(store).put(again)).rejects.toMatchObject({ code: 'CONFLICT' })
    await writing(store).update('server-1', { name: 'Renamed' }, git.updatedAt)
    expect(await rowsIn(store)).toEqual([git, there].map((row) => ({ ...row, name: 'Renamed' })))
    const [server] = await store.servers.list()
    const pairs = server?.pairs ?? []
    expect(
      pairs.map(({ switchedOff, own }) => [[...switchedOff], [...own].map(([tool, { name }]) => [tool, name])]),
    ).toEqual([
      [['a'], []],
      [
        [],
        [
          ['a', 'first'],
          ['b', 'third'],
        ],
      ],
    ])
    await writing(store).takeOut('pair-2')
    expect((await rowsIn(store)).map(({ pairId }) => pairId)).toEqual(['pair-1'])
  })

  test('a project can be changed, and a missing one cannot', async () => {
    const { store } = await open()
    const [before] = await store.projects.list()
    if (before === undefined) throw new Error('a new store has no project')
    const changed: Project = { ...before, naming: 'override', instructions: 'Be brief. 😀', formerNames: ['Once'] }
    await writing(store).changeProject(changed)
    expect(await store.projects.get('default')).toEqual(changed)
    expect(await store.projects.get('nobody')).toBeNull()
    await expect(writing(store).changeProject({ ...changed, id: 'nobody' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('thousands of tools of one server are switched off and on together', async () => {
    const { store } = await open()
    await writing(store).insert(git)
    const names = Array.from({ length: 40_000 }, (_, number) => `tool-${number}`)
    await writing(store).switchTools('pair-1', names, false)
    await writing(store).switchTools('pair-1', names.slice(0, 10), false)
    await writing(store).switchTools('pair-1', names.slice(1), true)
    expect(await togglesIn(store)).toEqual(new Map([['pair-1', new Set(['tool-0'])]]))
  })

  test('a listing survives whatever a server puts into it', async () => {
    const { store } = await open()
    await writing(store).insert(git)
    const tools = [{ name: 'nul\0', lone: '\ud800', 'k\0': { z: 1, a: [null, 1e21, 'é😀"\\'] } }, 17, null]
    const prompts = { entries: [{ name: 'p' }], listedAt: 3 }
    await store.servers.saveSeen([
      { id: 'server-1', launchedFor: '', listings: { tools: { entries: [], listedAt: 1 }, prompts } },
    ])
    await store.servers.saveSeen([
      { id: 'server-1', launchedFor: '', listings: { tools: { entries: tools, listedAt: 2 } } },
    ])
    const listings = { tools: { entries: tools, listedAt: 2 }, prompts: { entries: [{ name: 'p' }], listedAt: 3 } }
    expect(await store.servers.seen()).toEqual(new Map([['server-1', new Map([['', { listings }]])]]))
  })

  const unstorable = ['a\0b', 'half \ud83d of a pair', '\udc00']
  test.each(unstorable)('text that one of the databases would damage is refused by both (%j)', async (text) => {
    const { store } = await open()
    await writing(store).insert(git)
    const refused = { code: 'INVALID_INPUT' }
    const launch = { ...git.launch, env: { [text]: 'x' } }
    await expect(writing(store).update('server-1', { name: text })).rejects.toMatchObject(refused)
    await expect(writing(store).update('server-1', { launch })).rejects.toMatchObject(refused)
    await expect(writing(store).update('server-1', { labels: [text] })).rejects.toMatchObject(refused)
    await expect(writing(store).switchTools('pair-1', ['fine', text], false)).rejects.toMatchObject(refused)
    expect([await rowsIn(store), (await togglesIn(store)).size]).toEqual([[git], 0])
  })

  test('settings hold any JSON, and undefined means never set', async () => {
    const { store } = await open()
    expect(await store.settings.get('key')).toBeUndefined()
    for (const value of [null, 0, '', 'nul\0', [1, { a: 'b' }]]) {
      await store.settings.set('key', value)
      expect(await store.settings.get('key')).toEqual(value)
    }
  })

  test('the name of a secret exists once in a project, and keeps the server that it came with', async () => {
    const { store } = await open()
    const token = { projectId: 'default', name: 'TOKEN', serverId: null, updatedAt: 1 }
    const owned = { projectId: 'default', name: 'git.KEY', serverId: 'server-1', updatedAt: 2 }
    for (const row of [token, owned, { ...token, projectId: 'other' }]) await store.secrets.put(row)
    await store.secrets.put({ ...owned, serverId: null, updatedAt: 3 })
    expect(await store.secrets.list()).toEqual([token, { ...owned, updatedAt: 3 }, { ...token, projectId: 'other' }])
    expect(await store.secrets.remove('default', 'TOKEN', 'none')).toBe(true)
    expect(await store.secrets.remove('default', 'TOKEN', 'none')).toBe(false)
    expect((await store.secrets.list()).map((row) => row.projectId)).toEqual(['default', 'other'])
  })

  test('writes that are started at the same time are all completed', async () => {
    const { store } = await open()
    await writing(store).insert(git)
    const work = Array.from({ length: 40 }, (_, number) =>
      number % 2 === 0
        ? writing(store).switchTools('pair-1', [`tool-${number}`], false)
        : store.settings.set(`key-${number}`, number),
    )
    await Promise.all(work)
    expect((await togglesIn(store)).get('pair-1')?.size).toBe(20)
    expect(await store.settings.get('key-39')).toBe(39)
  })

  test('closing twice is fine, and a closed store refuses work', async () => {
    const { store } = await open()
    await store.close()
    await store.close()
    await expect(store.projects.list()).rejects.toThrow()
  })
})
