/**
 * Wrong input for hosted servers is refused over REST, and the refusal names the position. The runtime is in memory.
 */
import { expect, it } from 'vitest'
import { z } from 'zod'
import { hostedRegistration } from '#contract/hosting/registration'
import { hostedHost, surroundings } from '#test/integration/hosting/hostedHost'

const least = { name: 'notes', image: 'good' }
const port = { container: 80 }

/**
 * An input, the path of its error, and what the message must contain. Each field of the schema occurs at least once.
 */
const wrong: readonly (readonly [object, string, RegExp])[] = [
  [{ project_id: 7 }, 'project_id', /string/],
  [{ project_id: '' }, 'project_id', /./],
  [{ name: 7 }, 'name', /string/],
  [{ name: ' ' }, 'name', /a name is needed/],
  [{ name: 'n'.repeat(300) }, 'name', /<=100 characters/],
  [{ image: 7 }, 'image', /the name of an image was expected/],
  [{ image: 'Not An Image' }, 'image', /the name of an image was expected/],
  [{ image: 'a'.repeat(600) }, 'image', /at most 512/],
  [{ image: 'x@sha256:12' }, 'image', /the name of an image was expected/],
  [{ stdio_bridge: 'yes' }, 'stdio_bridge', /boolean/],
  [{ restart_policy: 'sometimes' }, 'restart_policy', /"always"/],
  [{ environment: [] }, 'environment', /record|object/],
  [{ environment: { 'A B': 'x' } }, 'environment.A B', /the name of a variable/],
  [{ environment: { A: 1 } }, 'environment.A', /the value of a variable is text/],
  [{ environment: { A: 'x\0' } }, 'environment.A', /NUL/],
  [{ ports: {} }, 'ports', /array/],
  [{ ports: Array.from({ length: 40 }, (_, at) => ({ container: at + 1 })) }, 'ports', /32/],
  [{ ports: [{ host: 80 }] }, 'ports.0.container', /the port inside the container was expected/],
  [{ ports: [{ container: 65_536 }] }, 'ports.0.container', /1 to 65535/],
  [{ ports: [{ container: 80.5 }] }, 'ports.0.container', /1 to 65535/],
  [{ ports: [{ ...port, host: 0 }] }, 'ports.0.host', /a port on this machine/],
  [{ ports: [{ ...port, path: 'mcp' }] }, 'ports.0.path', /begins with \//],
  [{ ports: [{ ...port, protocol: 'udp' }] }, 'ports.0', /protocol/],
  [{ ports: [port, port] }, 'ports.1.container', /once/],
  [{ stdio_bridge: false }, 'ports', /exactly one port/],
  [{ volumes: '/data' }, 'volumes', /array/],
  [{ volumes: Array.from({ length: 40 }, (_, at) => `/v${at}`) }, 'volumes', /32/],
  [{ volumes: [7] }, 'volumes.0', /an absolute path/],
  [{ volumes: ['data'] }, 'volumes.0', /an absolute path/],
  [{ volumes: ['/a:/b'] }, 'volumes.0', /an absolute path/],
  [{ volumes: ['/data', '//data/'] }, 'volumes.1', /once/],
  [{ volumes: ['/a/../proc'] }, 'volumes.0', /without \. and \.\./],
  [{ volumes: ['/sys'] }, 'volumes.0', /outside of \/proc/],
  [{ resource_limits: 7 }, 'resource_limits', /object/],
  [{ resource_limits: { cpu: 1 } }, 'resource_limits.cpu', /as text/],
  [{ resource_limits: { cpu: '-1' } }, 'resource_limits.cpu', /a number of cores/],
  [{ resource_limits: { cpu: '0' } }, 'resource_limits.cpu', /from 0.01/],
  [{ resource_limits: { memory: 512 } }, 'resource_limits.memory', /as text/],
  [{ resource_limits: { memory: '5M' } }, 'resource_limits.memory', /from 6M to 1024T/],
  [{ resource_limits: { disk: '1 elephant' } }, 'resource_limits.disk', /such as "512M"/],
  [{ resource_limits: { disk: '999999T' } }, 'resource_limits.disk', /from 1M to 1024T/],
  [{ resource_limits: { swap: '1G' } }, 'resource_limits', /swap/],
  [{ provider: 'docker' }, 'provider', /"gvisor"/],
  [{ allow_weaker: 1 }, 'allow_weaker', /boolean/],
  [{ allow_cloud: 'yes' }, 'allow_cloud', /boolean/],
  [{ network: 'none' }, 'network', /object/],
  [{ network: {} }, 'network.mode', /"none"/],
  [{ network: { mode: 'some' } }, 'network.mode', /"none"/],
  [{ network: { mode: 'allow' } }, 'network.hosts', /at least one host/],
  [{ network: { mode: 'allow', hosts: ['http://a.b'] } }, 'network.hosts.0', /the name of a host/],
  [{ network: { mode: 'full', hosts: ['a.b'] } }, 'network.hosts', /only/],
  [{ call_timeout_ms: 99 }, 'call_timeout_ms', /100/],
  [{ call_timeout_ms: '30s' }, 'call_timeout_ms', /number/],
  [{ heartbeat_ms: 1.5 }, 'heartbeat_ms', /int/],
  [{ heartbeat_ms: 86_400_001 }, 'heartbeat_ms', /86400000/],
  [{ command: ['sh'] }, '', /command/],
]

/** Returns every path in a registration that accepts input, including fields of objects and entries of lists. */
function places(schema: z.core.JSONSchema.BaseSchema, at = ''): string[] {
  const below = (name: string) => (at === '' ? name : `${at}.${name}`)
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    typeof field === 'boolean' ? [] : places(field, below(name)),
  )
  const { items } = schema
  const entries =
    items === undefined || typeof items === 'boolean' || Array.isArray(items) ? [] : places(items, below('0'))
  return [...(at === '' ? [] : [at]), ...fields, ...entries]
}

it('[R24] every field of a registration is among the cases', () => {
  const tried = new Set(wrong.map(([, path]) => path))
  const all = places(z.toJSONSchema(hostedRegistration, { io: 'input', unrepresentable: 'any' }))
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter((place) => !tried.has(place))).toEqual([])
})

// Catches a wrong field that is accepted silently, is refused without its path and reason, or leaves a row or a secret
// behind.
it('[R24] a wrong field is refused with 400, its path and what was expected', async () => {
  const host = await hostedHost(await surroundings())
  for (const [given, path, words] of wrong) {
    const { status, body } = await host.rest('POST', '/mcp/servers', { ...least, ...given })
    const message = expect.stringMatching(words) as string
    const refusal = { code: 'INVALID_INPUT', status: 400, data: { issues: [{ path, message }] } }
    expect({ given, status, body }).toMatchObject({ given, status: 400, body: refusal })
    if (path !== '') expect(body.message).toContain(`${path}: `)
  }
  expect((await host.rest('GET', '/mcp/servers')).body).toEqual([])
  expect((await host.rest('GET', '/servers')).body).toEqual([])
  expect(host.runtime.history).toEqual([])
})

// Catches a response with status 500, or without the path and the reason.
it('[R25] [R27] [R29] wrong input in any other request is refused likewise', async () => {
  const host = await hostedHost(await surroundings())
  await host.register()
  const cases: readonly (readonly [string, string, unknown, string, RegExp])[] = [
    ['POST', '/mcp/servers/notes/call', {}, 'method', /./],
    ['POST', '/mcp/servers/notes/call', { method: '' }, 'method', /a method was expected/],
    ['POST', '/mcp/servers/notes/call', { method: 'initialize' }, 'method', /cannot be initialized again/],
    ['POST', '/mcp/servers/notes/call', { method: 'notifications/x' }, 'method', /has no answer/],
    ['POST', '/mcp/servers/notes/call', { method: 'tools/call', params: [] }, 'params', /./],
    ['POST', '/mcp/servers/notes/call', { method: 'ping', more: 3 }, '', /./],
    ['GET', '/mcp/servers/notes/logs?tail=0', undefined, 'tail', />=1/],
    ['GET', '/mcp/servers/notes/logs?tail=many', undefined, 'tail', /number/],
    ['DELETE', '/mcp/servers/notes?volumes=perhaps', undefined, 'query.volumes', /./],
    ['DELETE', '/mcp/volumes/-x', undefined, 'name', /the name of a volume/],
  ]
  for (const [method, path, given, place, words] of cases) {
    const { status, body } = await host.rest(method, path, given)
    expect({ path, given, status }).toEqual({ path, given, status: 400 })
    const message = expect.stringMatching(words) as string
    expect({ path, given, body }).toMatchObject({
      path,
      given,
      body: { code: 'INVALID_INPUT', data: { issues: [{ path: place, message }] } },
    })
  }
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/logs'],
    ['GET', '/history'],
    ['POST', '/restart'],
    ['DELETE', ''],
  ] as const)
    expect(await host.rest(method, `/mcp/servers/nowhere${path}`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: expect.stringContaining('nowhere') as string },
    })
  expect(await host.get('notes')).toMatchObject({ status: 'running' })
})
