/** A hosted server is one container, whoever has it and whoever looks at it; on a runtime in memory. */
import { expect, it } from 'vitest'
import { newProject } from '#contract/project'
import { hostedHost, surroundings } from '#test/integration/hosting/hostedHost'

// Catches a container for each project, or one that ends while another project uses it.
it('[R24] [R8] in two projects it is one container, which stays until neither has it on', async () => {
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

// Catches a second container beside the first, with the same volumes, only to look at it.
it('the doctor starts none', async () => {
  const host = await hostedHost(await surroundings())
  await host.register({ volumes: ['/data'] })
  const told: string[] = []
  for await (const step of host.engine.doctor.examine('notes', undefined, undefined)) told.push(JSON.stringify(step))
  expect(told.join()).toContain('only one')
  expect(host.runtime.history).toHaveLength(1)
  expect(await host.get('notes')).toMatchObject({ status: 'running' })
})
