import { describe, expect, it } from 'vitest'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import type { Engine } from '#engine/createEngine'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller } from '#engine/router/call'
import { startTestEngine, testServer } from '#test/support/testEngine'

const all: Scope = { kind: 'all' }
const caller: Caller = { key: 'test', capabilities: {}, ask: null }

async function linked(engine: Engine, scope: Scope, uri: string): Promise<string[]> {
  const result = await engine.router.callTool(scope, { params: { name: 'link', arguments: { uri } }, caller })
  const prompt = await engine.router.request(scope, 'prompts/get', {
    params: { name: 'show', arguments: { uri } },
    caller,
  })
  return [JSON.stringify(result), JSON.stringify(prompt)].flatMap((json) =>
    [...json.matchAll(/"uri":"([^"]+)"/g)].map((match) => match[1] ?? ''),
  )
}

async function read(engine: Engine, scope: Scope, uri: string): Promise<{ uri: string; text: string }> {
  const { contents } = await engine.router.request(scope, 'resources/read', { params: { uri }, caller })
  return (contents as { uri: string; text: string }[])[0] ?? { uri: '', text: '' }
}

/**
 * Starts an engine with two projects. In one project, `index` refers to resources of `notes`. In the other project,
 * `far` has a resource.
 */
async function world() {
  const engine = await startTestEngine({ index: { launch: testServer('linking') } })
  await engine.servers.add(
    newServer.parse({
      name: 'notes',
      launch: testServer('linking', '--lists', 'note:///listed', '--template', 'note:///by-id/{id}'),
    }),
  )
  const { id } = await engine.projects.add(newProject.parse({ name: 'Far' }))
  await engine.servers.add(
    newServer.parse({ name: 'far', projectId: id, launch: testServer('linking', '--lists', 'far:///listed') }),
  )
  await engine.registry.use(all)
  const [projectId = ''] = engine.registry.get('index').projects
  return { engine, near: { kind: 'project', projectId } as const }
}

describe('links between servers', () => {
  it('[R14] lead to the server that lists the address, whichever server returned the link, in every kind of result', async () => {
    const { engine } = await world()
    for (const uri of ['note:///listed', 'note:///by-id/7']) {
      const found = await linked(engine, all, uri)
      expect(found).toEqual(Array.from({ length: 4 }, () => `resource://notes/${uri}`))
      const { state } = engine.registry.get('notes')
      const pid = state.kind === 'ready' ? state.pid : null
      expect(await read(engine, all, found[0] ?? '')).toEqual({ uri: found[0], text: `${pid} ${uri}` })
      // A public address is passed on unchanged.
      expect(await linked(engine, all, found[0] ?? '')).toEqual(found)
    }
  })

  it('[R14] that no server lists lead back to the server that returned them', async () => {
    const { engine } = await world()
    expect(new Set(await linked(engine, all, 'note:///unlisted'))).toEqual(
      new Set(['resource://index/note:///unlisted']),
    )
  })

  it('[R13] [R14] never lead out of the project, and stay unchanged at the address of a single server', async () => {
    const { engine, near } = await world()
    expect(new Set(await linked(engine, all, 'far:///listed'))).toEqual(new Set(['resource://far/far:///listed']))
    expect(new Set(await linked(engine, near, 'far:///listed'))).toEqual(new Set(['resource://index/far:///listed']))
    const outside = 'resource://far/far:///listed'
    expect(new Set(await linked(engine, near, outside))).toEqual(new Set([`resource://index/${outside}`]))
    for (const uri of ['note:///listed', outside])
      expect(new Set(await linked(engine, { kind: 'server', slug: 'index' }, uri))).toEqual(new Set([uri]))
  })
})
