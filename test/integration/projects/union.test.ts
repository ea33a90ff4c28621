/**
 * Servers that were added once per project are merged into one on request. Catches everything that merging could lose:
 * a switch, an address that clients use, or the limits of a decision.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import type { Engine } from '#engine/createEngine'
import { createSealedFileVault } from '#engine/secrets/vaults/sealedFileVault'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { temporaryFolder } from '#test/support/temporaryFolder'

const all = { kind: 'all' } as const

async function startTwo(keys: readonly [string, string] = ['one-value', 'one-value']) {
  const vault = createSealedFileVault(join(await temporaryFolder(), 'secrets.sealed'), 'key')
  const engine = await startTestEngine({}, { vault })
  const { id: work } = await engine.projects.add(newProject.parse({ name: 'Work' }))
  const echo = (key: string) => ({ ...testServer('echo'), env: { API_KEY: key } })
  await engine.servers.add(newServer.parse({ name: 'Echo', launch: echo(keys[0]) }))
  await engine.servers.add(newServer.parse({ name: 'Echo', projectId: work, launch: echo(keys[1]), timeoutMs: 5000 }))
  await engine.registry.use(all)
  return { engine, work }
}

function names(engine: Engine, scope: Parameters<Engine['registry']['view']>[0]): string[] {
  return engine.registry.view(scope)?.tools.map(({ name }) => name) ?? []
}

test('[R8] servers with the same launch are offered to be merged, by their resolved values', async () => {
  const { engine, work } = await startTwo()
  expect(await engine.union.equal()).toEqual([
    { slug: 'echo', others: ['echo-2'], projects: ['default', work], differs: ['timeoutMs'] },
  ])
  const { engine: apart } = await startTwo(['one-value', 'another'])
  expect(await apart.union.equal()).toEqual([])
  await expect(apart.union.unite('echo')).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('[R8] [R10] merged servers are one process, keep each project’s toggles, and are found by their former names', async () => {
  const { engine, work } = await startTwo()
  await engine.servers.setToolsEnabled('echo-2', ['add'], false)
  await engine.pairs.nameTool(work, 'echo-2', 'echo', { publicName: 'say' })
  await engine.union.unite('echo')
  expect(engine.registry.list()).toMatchObject([{ slug: 'echo', projects: ['default', work], timeoutMs: 300_000 }])
  expect([engine.registry.matrix('echo').length, engine.registry.matrix('echo-2').length]).toEqual([1, 0])
  const inWork = { kind: 'project', projectId: work } as const
  expect(names(engine, inWork)).toContain('say')
  expect(names(engine, inWork)).not.toContain('add')
  expect(names(engine, { kind: 'project', projectId: 'default' })).toEqual(expect.arrayContaining(['echo', 'add']))
  expect(names(engine, { kind: 'server', slug: 'echo-2' })).toContain('echo')
  expect(engine.registry.view(inWork)?.find('echo-2__pid')?.members).toMatchObject([{ slug: 'echo', original: 'pid' }])
  expect(await engine.union.equal()).toEqual([])
})

test('merging allows nothing new, keeps denials, and can be undone completely', async () => {
  const { engine, work } = await startTwo()
  const idOf = (slug: string) => engine.registry.wholeOf(slug).definition.id
  const [one, other] = [idOf('echo'), idOf('echo-2')]
  const about = { projectId: null, conversationId: null, pattern: null, seen: null, scope: 'always' } as const
  engine.decisions.remember({ ...about, effect: 'allow', serverId: one, toolName: 'add' })
  engine.decisions.remember({ ...about, effect: 'allow', serverId: other, toolName: 'echo' })
  engine.decisions.remember({ ...about, effect: 'deny', serverId: other, toolName: 'fail' })
  const shown = () =>
    engine.decisions
      .list()
      .map(({ server, tool, effect, scope, projectId }) => [server, tool, effect, scope, projectId].join(' '))
      .toSorted((a, b) => (a < b ? -1 : 1))
  const before = shown()
  await engine.union.unite('echo')
  expect(shown()).toEqual([
    'echo add allow project default',
    `echo echo allow project ${work}`,
    'echo fail deny always ',
  ])
  await engine.union.separate('echo')
  expect(shown()).toEqual(before)
  expect(engine.registry.list().map(({ slug, projects }) => [slug, projects])).toEqual([
    ['echo', ['default']],
    ['echo-2', [work]],
  ])
  await expect(engine.union.separate('echo')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a client’s selection by a former name still works', async () => {
  const { engine } = await startTwo()
  const { id } = await engine.access.create({
    name: 'Cursor',
    choice: { mode: 'only', servers: { 'echo-2': ['add'] } },
  })
  await engine.union.unite('echo')
  const scope = engine.access.scopeOf(id, all)
  expect(scope === null ? [] : names(engine, scope)).toEqual(['add'])
})
