/** Changing a hosted server after its registration, on an in-memory runtime. */
import { describe, expect, it } from 'vitest'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { behaving, failing } from '#test/support/hosting/fakeImages'
import { type HostedHost, hostedHost, surroundings } from '#test/integration/hosting/hostedHost'

const change = (host: HostedHost, id: string, given: object) =>
  host.rest('POST', `/mcp/servers/${id}/change`, { change: given })
const told = async (host: HostedHost, id: string, name: string, args: object = {}): Promise<string> =>
  (await host.callTool(id, name, args)).body.result.content[0].text

describe('a hosted server is changed', () => {
  // Catches a change that loses the server's data, or leaves the old container beside the new one.
  it('[R24] [R29] a new container with the changes replaces the old one, and has its volumes', async () => {
    const host = await hostedHost(await surroundings({ newer: behaving }))
    const { id } = await host.register({ environment: { A: 'value-of-a', B: 'value-of-b' }, volumes: ['/data'] })
    await told(host, id, 'remember', { text: 'kept text' })
    const asked = { image: 'newer', environment: { A: null, C: 'value-of-c' }, resource_limits: { memory: '64M' } }
    const preview = await host.rest('POST', `/mcp/servers/${id}/change-preview`, { change: asked })
    expect(preview.body).toEqual({
      differences: [
        { field: 'image', before: 'good', after: 'newer' },
        { field: 'resource_limits.memory', before: null, after: '64M' },
        { field: 'environment.B', before: 'a value', after: null },
        { field: 'environment.C', before: null, after: 'a new value' },
      ],
      restarts: true,
      left_volumes: [],
    })
    expect(host.runtime.newest(id).spec.generation).toBe(1)
    const { status, body } = await change(host, id, asked)
    expect(status).toBe(200)
    expect(body).toMatchObject({ image: 'newer', state: 'ready', environment_names: ['A', 'C'] })
    expect([...host.runtime.containers.values()].map(({ spec }) => spec.generation)).toEqual([2])
    expect(host.runtime.newest(id).spec).toMatchObject({
      environment: { A: 'value-of-a', C: 'value-of-c' },
      limits: { memoryBytes: 64 * 2 ** 20 },
    })
    expect(await told(host, id, 'recall')).toBe('kept text')
    expect(body.restart_count).toBe(0)
  })

  // Catches an undo that restores the settings, but keeps the newer value of a secret.
  it('[R24] a change is undone as a whole, including the former values of variables', async () => {
    const host = await hostedHost(await surroundings({ newer: behaving }))
    const { id } = await host.register({ environment: { KEY: 'first-value' } })
    const names = async () => ((await host.rest('GET', '/secrets')).body as { name: string }[]).map(({ name }) => name)
    await change(host, id, { image: 'newer', environment: { KEY: 'second-value' } })
    expect(await told(host, id, 'environment', { name: 'KEY' })).toBe('second-value')
    const undone = await host.rest('POST', `/mcp/servers/${id}/undo-change`)
    expect(undone.body).toMatchObject({ image: 'good', state: 'ready' })
    expect(await told(host, id, 'environment', { name: 'KEY' })).toBe('first-value')
    expect((await host.rest('POST', `/mcp/servers/${id}/undo-change`)).status).toBe(404)
    // Unused secret names are reused, so that values do not pile up.
    for (const value of ['third-value', 'fourth-value', 'fifth-value'])
      await change(host, id, { environment: { KEY: value } })
    expect(await told(host, id, 'environment', { name: 'KEY' })).toBe('fifth-value')
    expect(await names()).toHaveLength(2)
  })

  it('a name and a timeout are changed without a new container', async () => {
    const host = await hostedHost(await surroundings())
    const { id } = await host.register()
    await host.register({ name: 'other' })
    const asked = { name: 'Journal', call_timeout_ms: 5_000, restart_policy: 'never' }
    const preview = await host.rest('POST', `/mcp/servers/${id}/change-preview`, { change: asked })
    expect(preview.body.restarts).toBe(false)
    expect((await change(host, id, asked)).body).toMatchObject({
      name: 'Journal',
      slug: 'notes',
      restart_policy: 'never',
    })
    expect(host.runtime.newest(id).spec.generation).toBe(1)
    expect((await host.rest('GET', `/mcp/servers/${id}/setup`)).body).toMatchObject(asked)
    expect((await change(host, id, { name: 'other' })).body.code).toBe('CONFLICT')
  })

  // Catches a typo that stops a running server.
  it.each([
    [{ image: 'nowhere' }, 422, 'IMAGE_NOT_FOUND'],
    [{ resource_limits: { disk: '1M' }, volumes: ['/data'] }, 422, 'LIMIT_NOT_ENFORCEABLE'],
    [{ provider: 'e2b' }, 503, 'RUNTIME_UNAVAILABLE'],
    [{ stdio_bridge: false }, 400, 'INVALID_INPUT'],
    [{ environment: { NEW: null } }, 400, 'INVALID_INPUT'],
    [{ volumes: ['data'] }, 400, 'INVALID_INPUT'],
    [{ colour: 'red' }, 400, 'INVALID_INPUT'],
  ])('an impossible change is refused, and the server continues to run: %j', async (asked, status, code) => {
    const host = await hostedHost(await surroundings())
    const { id, container_id } = await host.register()
    const refused = await change(host, id, asked)
    expect({ status: refused.status, code: refused.body.code }).toEqual({ status, code })
    expect(await host.get(id)).toMatchObject({ container_id, state: 'ready', image: 'good' })
    expect(await told(host, id, 'echo', { text: 'here' })).toBe('here')
  })

  // Catches a server that stays down because a taken port is noticed only after the old container has been removed.
  it('[R24] a change refused at the start is undone: the former container is created again', async () => {
    const host = await hostedHost(await surroundings())
    const { id } = await host.register({ volumes: ['/data'] })
    await told(host, id, 'remember', { text: 'kept text' })
    host.runtime.takenPorts.add(5_555)
    const refused = await change(host, id, { ports: [{ container: 80, host: 5_555 }] })
    expect(refused).toMatchObject({ status: 409, body: { code: 'PORT_TAKEN' } })
    expect(await host.get(id)).toMatchObject({ state: 'ready', ports: [] })
    expect(await told(host, id, 'recall')).toBe('kept text')
  })

  it('a change after which the server does not start is shown, and can be undone', async () => {
    const host = await hostedHost(await surroundings({ wrong: failing(3, 'no such module\n') }))
    const { id } = await host.register({ restart_policy: 'never' })
    const changed = (await change(host, id, { image: 'wrong' })).body as HostedServer
    expect(changed).toMatchObject({ image: 'wrong', state: 'error' })
    expect((await host.rest('POST', `/mcp/servers/${id}/undo-change`)).body).toMatchObject({
      image: 'good',
      state: 'ready',
    })
  })

  it('a server that is switched off stays off', async () => {
    const host = await hostedHost(await surroundings({ newer: behaving }))
    const { id, slug } = await host.register()
    await host.engine.servers.setEnabled(slug, false)
    await expect.poll(() => host.runtime.containers.size).toBe(0)
    expect((await change(host, id, { image: 'newer' })).body).toMatchObject({ image: 'newer', status: 'stopped' })
    expect(host.runtime.containers.size).toBe(0)
  })
})
