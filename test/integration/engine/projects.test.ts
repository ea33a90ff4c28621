/** Creating, changing and removing projects in a real engine. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { EngineEvent } from '#contract/events'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import { createEngine, type Engine } from '#engine/createEngine'
import { startTestEngine, testServer } from '#test/support/testEngine'
import { testPorts } from '#test/support/testPorts'
import { temporaryFolder } from '#test/support/temporaryFolder'
import { patience } from '#test/support/patience'

const echo = (projectId: string, name: string, enabled = true) =>
  newServer.parse({ name, projectId, enabled, launch: testServer('echo') })

async function heard(engine: Engine): Promise<EngineEvent[]> {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const events: EngineEvent[] = []
  const batches = engine.events.subscribe(controller.signal)
  await batches.next()
  void (async () => {
    for await (const batch of batches) events.push(...batch)
  })()
  return events
}

const isReady = (engine: Engine, slug: string) =>
  vi.waitFor(() => expect(engine.registry.get(slug).state.kind).toBe('ready'), patience)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function pidOf(engine: Engine, slug: string): number {
  const { state } = engine.registry.get(slug)
  if (state.kind !== 'ready' || state.pid === null) throw new Error(`${slug} has no process`)
  return state.pid
}

describe('a project', () => {
  test('is kept, with all its settings, when the engine restarts', async () => {
    const ports = testPorts(await temporaryFolder())
    const first = await createEngine(ports)
    const added = await first.projects.add(newProject.parse({ name: ' Work ', instructions: 'Speak Latin.' }))
    expect(added).toMatchObject({ name: 'Work', naming: 'prefix-on-conflict', start: 'lazy', file: null })
    const changed = await first.projects.update(added.id, { naming: 'prefix-always', prefix: '{server}-{tool}' })
    await first.close()
    const second = await createEngine(ports)
    onTestFinished(() => second.close())
    expect(second.registry.projectSnapshot(changed.id)).toEqual(changed)
    expect(changed).toEqual({ ...added, naming: 'prefix-always', prefix: '{server}-{tool}' })
  })

  test('has a unique name, so that a client that names a project gets no other', async () => {
    const { projects } = await startTestEngine()
    const work = await projects.add(newProject.parse({ name: 'Work' }))
    await expect(projects.add(newProject.parse({ name: 'Work' }))).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(projects.update('default', { name: 'Work' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await projects.update(work.id, { name: 'Work' })).toEqual(work)
  })

  test('can be found by its former names, until another project takes one', async () => {
    const ports = testPorts(await temporaryFolder())
    const first = await createEngine(ports)
    const found = (engine: typeof first) =>
      ['Work', 'work', 'Job', 'Trade'].map((name) => engine.registry.projectId(name))
    const { id } = await first.projects.add(newProject.parse({ name: 'Work' }))
    await first.projects.update(id, { name: 'Job' })
    await first.projects.update(id, { name: 'Trade' })
    expect(found(first)).toEqual([id, id, id, id])
    const other = await first.projects.add(newProject.parse({ name: 'Work' }))
    expect(found(first)).toEqual([other.id, other.id, id, id])
    await first.projects.update(other.id, { name: 'Play' })
    expect(first.registry.projectSnapshot(id).formerNames).toEqual(['Job'])
    expect(first.registry.projectSnapshot(other.id).formerNames).toEqual(['Work'])
    await first.projects.update(id, { name: 'Job' })
    expect(first.registry.projectSnapshot(id).formerNames).toEqual(['Trade'])
    await first.close()
    const second = await createEngine(ports)
    onTestFinished(() => second.close())
    expect(found(second)).toEqual([other.id, other.id, id, id])
  })

  test('applies a new naming rule at once', async () => {
    const engine = await startTestEngine()
    const { id } = await engine.projects.add(newProject.parse({ name: 'Work' }))
    await engine.servers.add(echo(id, 'Echo'))
    await isReady(engine, 'echo')
    const names = () => engine.registry.view({ kind: 'project', projectId: id })?.tools.map((tool) => tool['name'])
    expect(names()).toContain('echo')
    await engine.projects.update(id, { naming: 'prefix-always', prefix: '{tool}_of_{server}' })
    expect(names()).toContain('echo_of_echo')
  })

  test('[R7] stops its servers when it is removed; they stay without a project, and other servers are left alone', async () => {
    const engine = await startTestEngine()
    const events = await heard(engine)
    const { id } = await engine.projects.add(newProject.parse({ name: 'Work' }))
    await engine.servers.add(echo(id, 'Mine'))
    await engine.servers.add(echo('default', 'Other'))
    await Promise.all([isReady(engine, 'mine'), isReady(engine, 'other')])
    const pid = pidOf(engine, 'mine')
    await engine.projects.remove(id)
    expect(engine.registry.list().map(({ slug, projects }) => [slug, projects])).toEqual([
      ['mine', []],
      ['other', ['default']],
    ])
    expect(engine.registry.projects().map((project) => project.id)).toEqual(['default'])
    expect(engine.registry.view({ kind: 'project', projectId: id })).toBeNull()
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), patience)
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'project.removed', id }), patience)
    const stopped: unknown = expect.objectContaining({ slug: 'mine', projects: [], enabled: false })
    expect(events).toContainEqual({ type: 'server.changed', server: stopped })
    await expect(engine.servers.setEnabled('mine', true)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(engine.registry.get('other').state.kind).toBe('ready')
  })

  test('comes back after removal with its servers and toggles', async () => {
    const engine = await startTestEngine()
    const work = await engine.projects.add(newProject.parse({ name: 'Work' }))
    await engine.servers.add(echo(work.id, 'Mine'))
    await isReady(engine, 'mine')
    await engine.servers.setToolsEnabled('mine', ['add'], false)
    await engine.projects.remove(work.id)
    expect(engine.registry.get('mine')).toMatchObject({ projects: [], enabled: false, state: { kind: 'stopped' } })
    expect(await engine.projects.restore(work.id)).toEqual(work)
    expect(engine.registry.get('mine')).toMatchObject({ projects: [work.id], enabled: true })
    await engine.registry.use({ kind: 'project', projectId: work.id })
    await isReady(engine, 'mine')
    expect(engine.registry.tools('mine').find((tool) => tool.name === 'add')?.enabled).toBe(false)
    await expect(engine.projects.restore(work.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('cannot be removed if it is the default', async () => {
    const engine = await startTestEngine()
    await expect(engine.projects.remove('default')).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(engine.projects.remove('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(engine.registry.projects()).toHaveLength(1)
  })
})
