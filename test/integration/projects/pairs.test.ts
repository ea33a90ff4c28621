/** Which parts of a server its projects share, and which belong to each project. */
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { newProject, type NewProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import type { Engine } from '#engine/createEngine'
import type { Caller } from '#engine/router/call'
import type { Scope } from '#engine/registry/catalog/scope'
import { createSealedFileVault } from '#engine/secrets/vaults/sealedFileVault'
import { patience } from '#test/support/patience'
import { isRunning } from '#test/support/processList'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { temporaryFolder } from '#test/support/temporaryFolder'

const caller: Caller = { key: 'test', capabilities: {}, ask: null }
const home: Scope = { kind: 'project', projectId: 'default' }

async function addProject(engine: Engine, more: Partial<NewProject> = {}): Promise<Scope & { kind: 'project' }> {
  const { id } = await engine.projects.add(newProject.parse({ name: 'Work', ...more }))
  return { kind: 'project', projectId: id }
}

async function call(engine: Engine, scope: Scope, name: string, input: Record<string, unknown> = {}): Promise<string> {
  const result = await engine.router.callTool(scope, { params: { name, arguments: input }, caller })
  return (result['content'] as { text: string }[])[0]?.text ?? ''
}

const pid = async (engine: Engine, scope: Scope) => Number(await call(engine, scope, 'pid'))
const named = (engine: Engine, scope: Scope) => engine.registry.view(scope)?.tools.map(({ name }) => name) ?? []

// Catches a strict project that stops a server that another project also uses.
test('[R6] [R8] a strict start that fails stops only its own project', async () => {
  const engine = await startTestEngine({ echo: { launch: testServer('echo') } })
  const before = await pid(engine, home)
  const work = await addProject(engine, { start: 'strict' })
  await engine.pairs.put(work.projectId, 'echo', { enabled: true })
  await engine.servers.add(
    newServer.parse({ name: 'broken', projectId: work.projectId, launch: testServer('crashing'), restart: 'never' }),
  )
  await vi.waitFor(
    () => expect(engine.registry.projectSnapshot(work.projectId).startFailure).toMatchObject({ server: 'broken' }),
    patience,
  )
  await expect(call(engine, work, 'broken__x')).rejects.toThrow()
  expect(await pid(engine, home)).toBe(before)
  expect(engine.registry.projectServer('echo', 'default').state.kind).toBe('ready')
})

// Catches a process that ends when the first project no longer needs it, or that outlives the last project.
test('[R7] [R8] one process serves all projects with the same launch, until the last of them no longer needs it', async () => {
  const engine = await startTestEngine({ echo: { launch: testServer('echo') } })
  const work = await addProject(engine)
  await engine.pairs.put(work.projectId, 'echo', { enabled: true })
  const [one, other] = [await pid(engine, home), await pid(engine, work)]
  expect(other).toBe(one)
  await engine.pairs.put('default', 'echo', { enabled: false })
  expect(await pid(engine, work)).toBe(one)
  await engine.pairs.remove(work.projectId, 'echo')
  await vi.waitFor(() => expect(isRunning(one)).toBe(false), patience)
  expect(engine.registry.get('echo')).toMatchObject({ projects: ['default'], enabled: false })
})

// Catches a group that is shown in one project because another project has it.
test('a group is shown only in the project that has it', async () => {
  const engine = await startTestEngine({ echo: { launch: testServer('echo'), group: 'pair' } })
  const work = await addProject(engine)
  expect(await engine.pairs.put(work.projectId, 'echo', { enabled: true })).toMatchObject({ group: null })
  expect(engine.registry.listIn(work.projectId)).toMatchObject([{ slug: 'echo', group: null }])
  expect(engine.registry.listIn('default')).toMatchObject([{ slug: 'echo', group: 'pair' }])
  await engine.servers.update('echo', { group: 'all', concurrency: 3 })
  expect(engine.registry.listIn(work.projectId)).toMatchObject([{ group: 'all', concurrency: 3 }])
})

test('[R8] with `sessions: project` each project has its own process', async () => {
  const engine = await startTestEngine({ echo: { launch: testServer('echo'), sessions: 'project' } })
  const work = await addProject(engine)
  await engine.pairs.put(work.projectId, 'echo', { enabled: true })
  expect(await pid(engine, work)).not.toBe(await pid(engine, home))
})

// Catches a server that was added with a key in one project and has no key in the next.
test('[R4] a server has its own secrets in every project, and the project’s secrets take precedence', async () => {
  const vault = createSealedFileVault(join(await temporaryFolder(), 'secrets.sealed'), 'key')
  const launch = { ...testServer('echo'), env: { API_KEY: 'own-key-of-echo', REGION: '${REGION}' } }
  const engine = await startTestEngine({}, { vault })
  const work = await addProject(engine)
  await engine.secrets.set({ projectId: 'default' }, 'REGION', 'region-home')
  await engine.secrets.set({ projectId: work.projectId }, 'REGION', 'region-work')
  await engine.servers.add(newServer.parse({ name: 'echo', launch }))
  await engine.pairs.put(work.projectId, 'echo', { enabled: true })
  const seen = async (scope: Scope) => [
    await call(engine, scope, 'env', { name: 'API_KEY' }),
    await call(engine, scope, 'env', { name: 'REGION' }),
  ]
  expect(await seen(home)).toEqual(['own-key-of-echo', 'region-home'])
  expect(await seen(work)).toEqual(['own-key-of-echo', 'region-work'])
  expect(await pid(engine, work)).not.toBe(await pid(engine, home))
  // A project may have its own key for the same server.
  await engine.secrets.set({ projectId: work.projectId }, 'echo.API_KEY', 'key-of-work')
  await vi.waitFor(async () => expect(await seen(work)).toEqual(['key-of-work', 'region-work']), patience)
  expect(await seen(home)).toEqual(['own-key-of-echo', 'region-home'])
})

// Catches a token bound to a project that sees, at a server's address, what the project has switched off.
test('[R13] a client bound to a project sees the server’s own tool names, without the tools that the project switched off', async () => {
  const engine = await startTestEngine({ echo: { launch: testServer('echo') } })
  await engine.registry.use({ kind: 'all' })
  const work = await addProject(engine)
  await engine.pairs.put(work.projectId, 'echo', { enabled: true })
  await engine.pairs.setTools(work.projectId, 'echo', ['add'], false)
  await engine.pairs.nameTool(work.projectId, 'echo', 'echo', { publicName: 'say' })
  const { id } = await engine.access.create({ name: 'Cursor', projectId: work.projectId })
  const at = (scope: Scope) => {
    const left = engine.access.scopeOf(id, scope)
    return left === null ? null : named(engine, left)
  }
  const alone = at({ kind: 'server', slug: 'echo' })
  expect(alone).toContain('echo')
  expect(alone).not.toContain('add')
  expect(at({ kind: 'all' })).toContain('say')
  expect(named(engine, { kind: 'server', slug: 'echo' })).toContain('add')
  await engine.pairs.put(work.projectId, 'echo', { enabled: false })
  expect(at({ kind: 'server', slug: 'echo' })).toBeNull()
})

// Catches a removal that forgets other projects' decisions.
test('[R7] [R12] a removed server is gone everywhere, and is restored with its pairs, toggles and names', async () => {
  const engine = await startTestEngine({ echo: { launch: testServer('echo') } })
  await engine.registry.use({ kind: 'all' })
  const work = await addProject(engine)
  await engine.pairs.put(work.projectId, 'echo', { enabled: true })
  await engine.pairs.setTools(work.projectId, 'echo', ['add'], false)
  await engine.pairs.nameTool(work.projectId, 'echo', 'echo', { publicName: 'say', description: 'Says it.' })
  const before = [named(engine, home), named(engine, work)]
  await engine.servers.remove('echo')
  expect([named(engine, home), named(engine, work)]).toEqual([[], []])
  await engine.servers.restore('echo')
  await vi.waitFor(async () => {
    await engine.registry.use({ kind: 'all' })
    expect([named(engine, home), named(engine, work)]).toEqual(before)
  }, patience)
})

// Catches an own name that hides another server's tool, and an own name that two tools share.
test('[R10] an own name is refused if it is taken, and the former full name still leads to its tool', async () => {
  const engine = await startTestEngine({ echo: { launch: testServer('echo') } })
  await engine.registry.use({ kind: 'all' })
  const name = (tool: string, publicName: string | null) =>
    engine.pairs.nameTool('default', 'echo', tool, { publicName })
  await expect(name('echo', 'add')).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(name('nothing', 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await name('echo', 'say')).toMatchObject({ name: 'echo', publicName: 'say', own: { name: 'say' } })
  await expect(name('add', 'say')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await call(engine, home, 'echo__echo', { text: 'hello' })).toContain('hello')
  expect(await name('echo', null)).toMatchObject({ publicName: 'echo', own: null })
})

test('[R18] groups belong to the pair: members that share calls in one project are separate in another', async () => {
  const engine = await startTestEngine({
    one: { launch: testServer('echo'), group: 'team' },
    two: { launch: testServer('echo'), group: 'team' },
  })
  await engine.registry.use({ kind: 'all' })
  const work = await addProject(engine)
  for (const slug of ['one', 'two']) await engine.pairs.put(work.projectId, slug, { enabled: true })
  expect(engine.registry.view(home)?.find('pid')?.members).toHaveLength(2)
  expect(named(engine, work)).toEqual(expect.arrayContaining(['one__pid', 'two__pid']))
})
