/** A hosted server is one container, however many projects use it and look at it. The runtime is in memory. */
import { expect, it } from 'vitest'
import { newProject } from '#contract/project'
import { hostedHost, surroundings } from '#test/integration/hosting/hostedHost'

// Catches an engine that starts a container for each project, or ends a container that another project uses.
it('[R24] [R8] a server in two projects is one container, which stays until the server is off in both', async () => {
  const host = await hostedHost(await surroundings())
  await host.register()
  const { id } = await host.engine.projects.add(newProject.parse({ name: 'Work' }))
  await host.engine.pairs.put(id, 'notes', { enabled: true })
  const inWork = { kind: 'project', projectId: id } as const
  await expect.poll(() => host.engine.registry.view(inWork)?.tools.map(({ name }) => name)).toContain('echo')
  expect(host.runtime.history).toHaveLength(1)
  await host.engine.pairs.put('default', 'notes', { enabled: false })
  expect(await host.get('notes')).toMatchObject({ status: 'running' })
  expect(await host.callTool('notes', 'echo', { text: 'x' })).toMatchObject({ status: 200 })
  await host.engine.pairs.put(id, 'notes', { enabled: false })
  await expect.poll(() => host.runtime.containers.size).toBe(0)
})
