/**
 * Random changes from every source (a person, a file, a product, an import, another engine), some refused by a full disk, with
 * engines killed in between. Catches a change that only one of store, memory, catalogs and events has.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import { systemClock } from '#engine/clock'
import { storedRow } from '#engine/registry/changes/storedForm'
import { openStore, type Store } from '#engine/store/openStore'
import { openPaperPlace, type PaperPlace, paperTools } from '#test/integration/registry/paperPlace'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const index = fc.nat({ max: 20 })
const name = fc.constantFrom('Git', 'Files', 'git', 'Old files', 'Web')
const projectName = fc.constantFrom('Work', 'Home', 'Play')
const settings = fc.record(
  { enabled: fc.boolean(), labels: fc.subarray(['slow', 'new']), timeoutMs: fc.constantFrom(5_000, 9_000) },
  { requiredKeys: [] },
)
const launch = fc.record({
  transport: fc.constant('stdio' as const),
  command: fc.constantFrom('one', 'two'),
  env: fc.constantFrom({}, { MODE: 'x' }),
})
const tools = fc.subarray(paperTools)
const entries = fc.dictionary(name, fc.tuple(launch, settings, tools), { maxKeys: 4 })

const step = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), name, launch, settings, project: index }),
  fc.record({ kind: fc.constant('update' as const), server: index, settings, name, launch: fc.option(launch) }),
  fc.record({ kind: fc.constant('switchServer' as const), server: index, on: fc.boolean() }),
  fc.record({ kind: fc.constant('switchTools' as const), server: index, tools, on: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), server: index }),
  fc.record({ kind: fc.constant('restore' as const), server: index }),
  fc.record({ kind: fc.constant('addProject' as const), name: projectName }),
  fc.record({ kind: fc.constant('renameProject' as const), project: index, name: projectName }),
  fc.record({ kind: fc.constant('removeProject' as const), project: index }),
  fc.record({ kind: fc.constant('restoreProject' as const), project: index }),
  fc.record({ kind: fc.constant('file' as const), entries }),
  fc.record({ kind: fc.constant('install' as const), entries, project: index }),
  fc.record({ kind: fc.constant('uninstall' as const) }),
  fc.record({ kind: fc.constant('import' as const), entries, project: index, undo: fc.boolean() }),
  fc.record({ kind: fc.constant('kill' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
/** Steps at two engines, at once; then each hears what the other made. */
const round = fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 2 }), full: fc.boolean(), by: fc.nat(1) })

/** What was there once, so that it can be meant when it is gone. */
interface Known {
  readonly slugs: string[]
  readonly projectIds: string[]
}

const at = <T>(list: readonly T[], place: number): T | undefined => list[place % Math.max(1, list.length)]
const asMap = (some: Record<string, [object, object, string[]]>) =>
  Object.fromEntries(
    Object.entries(some).map(([key, [how, more, off]]) => [key, { ...how, ...more, disabledTools: off }]),
  )

async function take(place: PaperPlace, one: Step, known: Known, file: string): Promise<unknown> {
  const slug = 'server' in one ? (at(known.slugs, one.server) ?? 'none') : ''
  const projectId = 'project' in one ? (at(['default', ...known.projectIds], one.project) ?? 'default') : 'default'
  switch (one.kind) {
    case 'add':
      return place.page.add(newServer.parse({ name: one.name, launch: one.launch, ...one.settings, projectId }))
    case 'update':
      return place.page.update(slug, {
        ...one.settings,
        name: one.name,
        ...(one.launch && { launch: { args: [], ...one.launch } }),
      })
    case 'switchServer':
      return place.page.setEnabled(slug, one.on)
    case 'switchTools':
      return place.page.setToolsEnabled(slug, one.tools, one.on)
    case 'remove':
      return place.page.remove(slug)
    case 'restore':
      return place.page.restore(slug)
    case 'addProject':
      return place.projects.add(newProject.parse({ name: one.name }))
    case 'renameProject':
      return place.projects.update(projectId, { name: one.name })
    case 'removeProject':
      return place.projects.remove(projectId)
    case 'restoreProject':
      return place.projects.restore(projectId)
    case 'file':
      await writeFile(file, JSON.stringify({ mcpServers: asMap(one.entries) }))
      return place.followFile(file)
    case 'install': {
      const servers = Object.fromEntries(Object.entries(one.entries).map(([key, [how]]) => [key, how]))
      const text = JSON.stringify({ id: 'pack', name: 'Pack', version: '1.0.0', mcp: { servers } })
      const { consent } = await place.products.preview(text, projectId)
      return place.products.install(text, consent, projectId)
    }
    case 'uninstall':
      return place.products.uninstall('pack', null)
    case 'import': {
      const wanted = Object.entries(one.entries).map(([key, [how, more, off]]) => ({
        candidate: { name: key },
        server: newServer.parse({ name: key, launch: how, ...more }),
        disabledTools: off,
      }))
      const { id } = await place.imports.take(wanted, { rename: {}, replace: Object.keys(one.entries) }, projectId)
      return one.undo ? place.imports.undo(id) : undefined
    }
    case 'kill':
  }
  return undefined
}

type Row = Readonly<Record<string, unknown>>
const inOrder = (rows: readonly object[], key: string) =>
  rows.map((row) => row as Row).toSorted((one, other) => (String(one[key]) < String(other[key]) ? -1 : 1))
const sorted = (texts: readonly string[]) => texts.toSorted((one, other) => (one < other ? -1 : 1))

/** Each subject twice: as it is said by one of store, memory, catalogs and events, and as it follows from another. */
async function accounts(place: PaperPlace, store: Store): Promise<[string, unknown, unknown][]> {
  await place.settled()
  const { registry, heard } = place
  const [rows, toggles, projects] = [
    await store.servers.list(),
    await store.servers.toggles(),
    (await store.projects.list()).filter(({ file }) => file === null),
  ]
  const held = registry.rows()
  const heldIds = new Set(held.map(({ id }) => id))
  const own = new Set(projects.map(({ id }) => id))
  // Servers of a file are in use once it was read; the store keeps those that it named before.
  const expected = rows.filter((row) => own.has(row.projectId) || heldIds.has(row.id))
  const known = registry.projects()
  const switchedOff = (slug: string) => registry.held(slug).switchedOff
  return [
    [
      'rows',
      inOrder(
        held.map((row) => ({ ...storedRow(row), updatedAt: 0 })),
        'id',
      ),
      inOrder(
        expected.map((row) => ({ ...row, updatedAt: 0 })),
        'id',
      ),
    ],
    ['switches', held.map(({ slug }) => switchedOff(slug)), held.map(({ id }) => toggles.get(id) ?? new Set())],
    [
      'projects',
      inOrder(
        known.filter(({ file }) => file === null),
        'id',
      ),
      inOrder(projects, 'id'),
    ],
    ['heard of servers', inOrder([...heard.servers.values()], 'slug'), inOrder(registry.list(), 'slug')],
    [
      'heard of projects',
      inOrder([...heard.projects.values()], 'id'),
      inOrder(
        known.map(({ id }) => registry.projectSnapshot(id)),
        'id',
      ),
    ],
    ...known.map(({ id }): [string, unknown, unknown] => {
      const view = registry.view({ kind: 'project', projectId: id })
      const offered = (view?.tools ?? []).map(({ _meta }) => String((_meta as Row)['switchboard/server']))
      const wanted = held
        .filter((row) => row.projectId === id && row.enabled)
        .flatMap(({ slug }) => paperTools.filter((tool) => !switchedOff(slug).has(tool)).map(() => slug))
      return [`tools of ${id}`, sorted(offered), sorted(wanted)]
    }),
  ]
}

test('[R2] [R3] [R12] store, memory, catalogs and events agree after every change, whoever made it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 12, size: 'max' }), async (rounds) => {
      const dataFolder = await temporaryFolder()
      const file = join(dataFolder, 'servers.json')
      const store = await openStore({ dataFolder, databaseUrl: null, clock: systemClock, log: recordingLog() })
      let full = false
      const open = () => openPaperPlace(store, () => full)
      const places: [PaperPlace, PaperPlace] = [await open(), await open()]
      const known: Known = { slugs: [], projectIds: [] }
      try {
        for (const { steps, full: isFull, by } of rounds) {
          full = isFull
          await Promise.all(
            steps.map((one, place) => {
              // One engine alone has the file.
              const doer = one.kind === 'file' ? 0 : (by + place) % 2
              return take(places[doer === 0 ? 0 : 1], one, known, file).catch(() => undefined)
            }),
          )
          full = false
          for (const place of places) await place.reload()
          if (steps.some(({ kind }) => kind === 'kill')) places[1] = await open()
          for (const place of places) {
            for (const [what, said, follows] of await accounts(place, store))
              expect({ what, said }).toEqual({ what, said: follows })
            known.slugs.push(
              ...place.registry
                .list()
                .map(({ slug }) => slug)
                .filter((slug) => !known.slugs.includes(slug)),
            )
            known.projectIds.push(
              ...place.registry
                .projects()
                .map(({ id }) => id)
                .filter((id) => id !== 'default' && !known.projectIds.includes(id)),
            )
          }
        }
      } finally {
        await store.close()
      }
    }),
    { numRuns: 40 },
  )
})
