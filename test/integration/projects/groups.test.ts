/**
 * A group belongs to the pair of project and server: one project may group two servers that another project keeps
 * apart. Catches one project's group that is applied to all projects.
 */
import { expect, test } from 'vitest'
import { newProject } from '#contract/project'
import { newServer } from '#contract/servers/server'
import { startTestEngine, testServer } from '#test/support/testEngine'

async function twoInTwo() {
  const engine = await startTestEngine()
  const { id: work } = await engine.projects.add(newProject.parse({ name: 'Work' }))
  for (const name of ['one', 'two']) {
    await engine.servers.add(newServer.parse({ name, launch: testServer('echo') }))
    await engine.pairs.put(work, name, { enabled: true })
  }
  await engine.registry.use({ kind: 'all' })
  const members = (projectId: string) =>
    engine.registry
      .view({ kind: 'project', projectId })
      ?.find('one__echo')
      ?.members.map(({ slug }) => slug)
  return { engine, work, members }
}

test('[R18] a group that is set in one project joins its servers only there', async () => {
  const { engine, work, members } = await twoInTwo()
  for (const slug of ['one', 'two']) await engine.pairs.put(work, slug, { group: 'pool' })
  expect(engine.registry.view({ kind: 'project', projectId: work })?.find('echo')?.members).toMatchObject([
    { slug: 'one' },
    { slug: 'two' },
  ])
  expect(members('default')).toEqual(['one'])
  expect(engine.registry.get('one')).toMatchObject({ group: 'pool', groupIn: { [work]: 'pool' } })
  expect(engine.registry.projectServer('one', 'default').group).toBeNull()
})

test('a change to a pair keeps the fields it does not name, and a group set at the server applies to all projects', async () => {
  const { engine, work } = await twoInTwo()
  await engine.pairs.put(work, 'one', { enabled: false })
  expect(await engine.pairs.put(work, 'one', { group: 'pool' })).toMatchObject({ enabled: false, group: 'pool' })
  expect(await engine.pairs.put(work, 'one', { enabled: true })).toMatchObject({ enabled: true, group: 'pool' })
  expect(await engine.servers.update('one', { group: 'both' })).toMatchObject({
    groupIn: { default: 'both', [work]: 'both' },
  })
  expect(await engine.pairs.put(work, 'one', { group: null })).toMatchObject({ group: null })
  expect(engine.registry.get('one')).toMatchObject({ group: 'both', groupIn: { default: 'both' } })
})
