/** A server's listing survives if the engine is killed, even right after the listing. */
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createEngine } from '#engine/createEngine'
import { makePlace, testServer } from '#test/integration/cli/switchboard'
import { testPorts } from '#test/support/testPorts'

test('[R14] an engine that is killed right after announcing tools knows them at its next start', async () => {
  const place = await makePlace()
  const { child } = await place.serve()
  const added = await place.run('add', 'one', '--', ...testServer('echo', '--tools', '3'))
  expect(added.code).toBe(0)
  const { stdout } = await place.run('tools', '--json')
  child.kill('SIGKILL')
  await once(child, 'exit')

  const engine = await createEngine({ ...testPorts(place.dataFolder), startServersOnUse: true })
  try {
    const [server] = engine.registry.list()
    expect(server).toMatchObject({ slug: 'one', state: { kind: 'stopped' } })
    expect(server?.tools.total).toBe((JSON.parse(stdout) as unknown[]).length)
  } finally {
    await engine.close()
  }
})
