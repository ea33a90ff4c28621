/** The tools in a project's client view. Catches tools that are neither in sight nor listed as hidden. */
import { expect, test } from 'vitest'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import { keyedChoice } from '#engine/registry/catalog/choice'
import { startTestEngine, testServer } from '#test/support/testEngine'

test('[R10] if a server is switched off in one project before its first listing, the tools it lists elsewhere are hidden there', async () => {
  const engine = await startTestEngine()
  const { id: work } = await engine.projects.add(newProject.parse({ name: 'Work' }))
  await engine.servers.add(newServer.parse({ name: 'Echo', launch: testServer('echo'), enabled: false }))
  await engine.pairs.put(work, 'echo', { enabled: true })
  await engine.registry.use({ kind: 'project', projectId: work })
  const seen = engine.registry.inSight({ kind: 'project', projectId: work })
  const hidden = engine.registry.inSight({ kind: 'project', projectId: 'default' })
  expect(seen.every((tool) => tool.hidden === null)).toBe(true)
  expect(hidden.map(({ name }) => name)).toEqual(seen.map(({ name }) => name))
  expect(new Set(hidden.map((tool) => tool.hidden))).toEqual(new Set(['serverOff']))
})

test('[R10] the engine’s own tools are visible to the clients to which they are offered, and to no others', async () => {
  const engine = await startTestEngine()
  const scope = { kind: 'all' } as const
  expect(engine.registry.inSight(scope)).toEqual([])
  await engine.settings.update({ nativeTools: 'everyone', changedTools: 'ask' })
  const seen = engine.registry.inSight(scope)
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.map(({ publicName }) => publicName)).toEqual(engine.registry.view(scope)?.tools.map(({ name }) => name))
  expect(seen.filter(({ pairId, name }) => engine.isChanged(pairId, name))).toEqual([])
  const choice = keyedChoice({ mode: 'except', servers: { native: 'all' } })
  const unchosen = engine.registry.inSight({ ...scope, ...(choice !== undefined && { choice }) })
  expect(new Set(unchosen.map(({ hidden }) => hidden))).toEqual(new Set(['notChosen']))
})
