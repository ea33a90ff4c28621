/**
 * A hosted server on E2B, as a person uses it: with a key, consent, a killed engine, and the doctor's report without
 * the key.
 */
import { expect, it, onTestFinished } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { makePlace } from '#test/integration/cli/switchboard'
import { e2bKey, startE2bServer } from '#test/support/hosting/e2bServer'
import { fetchingServer } from '#test/support/hosting/networkPrograms'
// This comment has the servers of test/servers built, which the built command uses: they are built for files whose text
// contains `serverFile(`.

it('[R24] [R26] [R28] needs a key and consent, is found again after SIGKILL, and leaves nothing', async () => {
  const e2b = await startE2bServer(['acme/notes'])
  onTestFinished(() => e2b.close())
  const place = await makePlace({
    ...e2b.environment,
    DOCKER_HOST: 'unix:///nobody/is/here',
    SWITCHBOARD_VAULT_KEY: 'a key of the test, long enough',
  })
  const serving = async () => {
    const { ready, child, outcome } = await place.serve()
    const rest = async (method: string, path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' }
      const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const answer = await fetch(`${ready.url}/api/v1/mcp${path}`, sent)
      return { status: answer.status, body: await answer.json() }
    }
    const isRunning = async () => ((await rest('GET', '/servers/notes')).body as HostedServer).status
    return { child, outcome, rest, isRunning }
  }
  const first = await serving()
  const wanted = {
    name: 'notes',
    image: 'acme/notes',
    environment: { MCP_COMMAND: 'node -e "$PROGRAM"', PROGRAM: fetchingServer },
  }
  const keyless = await first.rest('POST', '/servers', wanted)
  expect(keyless).toMatchObject({ status: 503, body: { code: 'RUNTIME_UNAVAILABLE' } })
  expect(JSON.stringify(keyless.body)).toContain('e2b: There is no key for E2B.')
  expect((await place.runWithInput(`${e2bKey}\n`, 'secret', 'set', 'E2B_API_KEY')).code).toBe(0)
  const unasked = await first.rest('POST', '/servers', wanted)
  expect(unasked).toMatchObject({ status: 503, body: { code: 'RUNTIME_UNAVAILABLE' } })
  expect(JSON.stringify(unasked.body)).toContain('used only with allow_cloud')
  // Neither listing the runtimes nor a refusal sent a request to the cloud.
  expect((await first.rest('GET', '/runtimes')).body).toMatchObject({ auto: null })
  expect(e2b.asked).toEqual([])

  const { status, body } = await first.rest('POST', '/servers', { ...wanted, allow_cloud: true })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { state: 'ready', provider: 'e2b', resource_limits: { not_enforced: ['cpu', 'memory', 'disk'] } },
  })
  const limited = { ...wanted, name: 'limited', provider: 'e2b', resource_limits: { memory: '1G' } }
  expect(await first.rest('POST', '/servers', limited)).toMatchObject({
    status: 422,
    body: { code: 'LIMIT_NOT_ENFORCEABLE', data: { path: 'resource_limits.memory' } },
  })
  const call = { method: 'tools/call', params: { name: 'fetch', arguments: { url: 'http://127.0.0.1:9/' } } }
  expect(await first.rest('POST', '/servers/notes/call', call)).toMatchObject({
    status: 200,
    body: { result: { content: [{ text: 'failed' }] } },
  })
  expect(e2b.sandboxes.size).toBe(1)
  expect(JSON.stringify(e2b.bodies)).not.toContain('MCP_COMMAND')

  first.child.kill('SIGKILL')
  await first.outcome
  const second = await serving()
  await expect.poll(second.isRunning, { timeout: 60_000 }).toBe('running')
  expect(e2b.sandboxes.size).toBe(1)
  const { container_id } = (await second.rest('GET', '/servers/notes')).body as HostedServer
  expect(container_id).not.toBe((body as HostedServer).container_id)

  second.child.kill('SIGTERM')
  expect((await second.outcome).code).toBe(0)
  expect(e2b.sandboxes.size).toBe(0)
  expect((await place.run('secret', 'remove', 'E2B_API_KEY')).code).toBe(0)
  const examined = await place.run('doctor', 'notes')
  expect(examined.code).toBe(1)
  expect(examined.stdout + examined.stderr).toContain('There is no key for E2B.')
}, 120_000)
