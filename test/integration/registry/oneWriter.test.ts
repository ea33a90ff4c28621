/**
 * Random changes from every source: a person, a file, a product, an import, another engine. A full disk refuses some,
 * and engines are killed in between. Catches a change that reaches only some of store, memory, catalogs and events.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import { isToolLeft, toolsLeft } from '#contract/tools/toolChoice'
import { systemClock } from '#engine/clock'
import { storedServer } from '#engine/registry/changes/storedForm'
import { LiveClient } from '#engine/access/liveClient'
import { newClient } from '#engine/access/settings'
import { keyedChoice } from '#engine/registry/catalog/choice'
import type { KeyedChoice, Scope } from '#engine/registry/catalog/scope'
import type { SwitchedServer, WholeServer } from '#engine/store/servers/change'
import { openStore, type Store } from '#engine/store/openStore'
import { openPaperPlace, type PaperPlace, paperTools } from '#test/integration/registry/paperPlace'
import { recordingLog } from '#test/support/recordingLog'
import { temporaryFolder } from '#test/support/temporaryFolder'

const aClient = newClient({ name: 'Client' }, { id: 'c', now: 0, projectId: (idOrName) => idOrName })
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
const tool = fc.constantFrom(...paperTools)
const ownName = fc.constantFrom('a', 'short', 'brief')
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
  fc.record({ kind: fc.constant('put' as const), server: index, project: index, on: fc.boolean() }),
  fc.record({ kind: fc.constant('takeOut' as const), server: index, project: index }),
  fc.record({ kind: fc.constant('putBack' as const), server: index, project: index }),
  fc.record({ kind: fc.constant('switchIn' as const), server: index, project: index, tools, on: fc.boolean() }),
  fc.record({ kind: fc.constant('name' as const), server: index, project: index, tool, as: fc.option(ownName) }),
  fc.record({ kind: fc.constant('duplicate' as const), project: index, name: projectName }),
  fc.record({ kind: fc.constant('kill' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
/** Both engines take steps at the same time. Then each receives the other's changes. */
const round = fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 2 }), full: fc.boolean(), by: fc.nat(1) })

/** The slugs and project ids that existed earlier, so that steps can also refer to removed things. */
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
    case 'put':
      return place.pairs.put(projectId, slug, { enabled: one.on })
    case 'takeOut':
      return place.pairs.remove(projectId, slug)
    case 'putBack':
      return place.pairs.restore(projectId, slug)
    case 'switchIn':
      return place.pairs.setTools(projectId, slug, one.tools, one.on)
    case 'name':
      return place.pairs.nameTool(projectId, slug, one.tool, { publicName: one.as })
    case 'duplicate':
      return place.projects.duplicate(projectId, one.name)
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
        ownTools: new Map(),
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

/**
 * Returns each subject with two accounts of it: one as the store, memory, catalogs or events have it, and one as it
 * should be according to another of them.
 */
async function accounts(place: PaperPlace, store: Store): Promise<[string, unknown, unknown][]> {
  await place.settled()
  const { registry, heard } = place
  const [stored, projects] = [
    await store.servers.list(),
    (await store.projects.list()).filter(({ file }) => file === null),
  ]
  const held = registry.whole()
  const heldIds = new Set(held.map(({ definition }) => definition.id))
  const files = new Set((await store.projects.list()).filter(({ file }) => file !== null).map(({ id }) => id))
  // A file's servers are used only after the file has been read. Until then, the store keeps the servers that the file
  // named before.
  const expected = stored.filter(
    ({ definition, pairs }) => heldIds.has(definition.id) || !pairs.some(({ pair }) => files.has(pair.projectId)),
  )
  const known = registry.projects()
  return [
    ['servers', written(held.map(storedServer)), written(expected)],
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
    ...known.flatMap(({ id }) => [undefined, ...choices].map((one) => offeredTo(place, one, id))),
    ...[undefined, ...choices].map((one) => offeredTo(place, one)),
    ...registry.list().map(({ slug }) => offeredIn(place, { kind: 'server', slug })),
    ...held.flatMap(({ definition: { slug }, pairs }) =>
      pairs.map(({ pair: { projectId } }) => offeredIn(place, { kind: 'server', slug, projectId })),
    ),
  ]
}

/** The choices of servers and tools that clients have. */
const choices = [
  keyedChoice({ mode: 'except', servers: { git: ['a'], web: 'all' } }),
  keyedChoice({ mode: 'only', servers: { git: 'all', files: ['b', 'c'] } }),
]

function offeredTo(place: PaperPlace, choice: KeyedChoice | undefined, projectId: string | null = null) {
  const client = new LiveClient(
    { ...aClient, projectId },
    { elapsed: () => 0 },
    place.registry.isOnIn.bind(place.registry),
  )
  const scope = client.narrow({ kind: 'all' }) ?? ({ kind: 'all' } as const)
  return offeredIn(place, choice === undefined ? scope : { ...scope, choice })
}

function written(servers: readonly WholeServer[]) {
  return inOrder(
    servers.map(({ definition, pairs }) => ({
      ...definition,
      updatedAt: 0,
      pairs: inOrder(
        pairs.map(({ pair, switchedOff, own }) => ({
          ...pair,
          off: sorted([...switchedOff]),
          own: inOrder(
            [...own].map(([called, said]) => ({ called, said })),
            'called',
          ),
        })),
        'pairId',
      ),
    })),
    'id',
  )
}

/**
 * Returns the list at an address, and the list expected there, by server and tool, computed from the table in
 * ARCHITECTURE. Own names and descriptions come from the project. At the address of all projects, they appear only for
 * a server that is in exactly one project.
 */
function offeredIn({ registry }: PaperPlace, scope: Scope): [string, unknown, unknown] {
  const listed = registry.view(scope)?.tools ?? []
  const of = (meta: unknown, key: string) => String((meta as Row)[`switchboard/${key}`])
  const offered = listed.map(({ name: shown, _meta }) => [of(_meta, 'server'), of(_meta, 'tool'), shown] as const)
  const names = new Map(offered.map(([slug, original, shown]) => [`${slug} ${original}`, shown]))
  const wanted = registry.list().flatMap(({ slug }) => {
    const pairs = inScope(registry.rows(), scope)
      .filter((row) => row.slug === slug)
      .flatMap((row) => registry.inProject(slug, row.projectId) ?? [])
    const named = scope.kind === 'project' || (scope.kind === 'all' && registry.wholeOf(slug).pairs.length === 1)
    return paperTools
      .filter((original) => pairs.some(({ switchedOff }) => !switchedOff.has(original)))
      .filter((original) => isToolLeft(toolsLeft(scope.choice, slug), original))
      .map((original) => {
        const shown = names.get(`${slug} ${original}`) ?? ''
        const own = named ? pairs[0]?.own.get(original)?.name : null
        return [slug, original, isForm(shown, own ?? original) ? shown : `a form of ${own ?? original}`].join(' ')
      })
  })
  return [JSON.stringify(scope), sorted(offered.map((one) => one.join(' '))), sorted(wanted)]
}

/** Returns whether a name is shown unchanged, or with a server's name before it. */
function isForm(shown: string, called: string): boolean {
  return shown === called || shown.endsWith(`__${called}`)
}

function inScope(rows: readonly SwitchedServer['row'][], scope: Scope) {
  return rows
    .filter((row) => row.enabled && (scope.kind !== 'server' || row.slug === scope.slug))
    .filter((row) => scope.kind === 'all' || scope.projectId === undefined || row.projectId === scope.projectId)
}

test('[R2] [R3] [R12] store, memory, catalogs and events agree after every change from every source', async () => {
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
              // Only the first engine follows the file.
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
