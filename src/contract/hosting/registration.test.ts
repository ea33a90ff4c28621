import { expect, test } from 'vitest'
import { hostedRegistration } from '#contract/hosting/registration'

const least = { name: 'notes', image: 'notes:1' }

function problems(fields: object): string[] {
  const read = hostedRegistration.safeParse({ ...least, ...fields })
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

test('[R24] [R28] omitted fields of a registration get the documented defaults', () => {
  expect(hostedRegistration.parse(least)).toEqual({
    ...least,
    project_id: 'default',
    stdio_bridge: true,
    restart_policy: 'always',
    environment: {},
    ports: [],
    volumes: [],
    resource_limits: {},
    provider: 'auto',
    allow_weaker: false,
    allow_cloud: false,
    network: { mode: 'full', hosts: [] },
    call_timeout_ms: 30_000,
    heartbeat_ms: 15_000,
  })
})

test('[R24] the example of the source is accepted', () => {
  const langfuse = { name: 'langfuse-mcp', image: 'emergent/mcp-langfuse:latest', restart_policy: 'always' }
  expect(problems({ ...langfuse, stdio_bridge: true, environment: { API_KEY: 'a', DB_URL: 'b' } })).toEqual([])
  expect(problems({ volumes: ['/data'], resource_limits: { cpu: '1', memory: '1G' } })).toEqual([])
  expect(problems({ stdio_bridge: false, ports: [{ container: 8080 }] })).toEqual([])
})

// Catches a wrong field that is accepted silently, or refused without saying where and what was expected.
test.each([
  [{ name: ' ' }, 'name', 'a name is needed'],
  [{ image: '' }, 'image', 'the name of an image was expected'],
  [{ image: 'Not An Image' }, 'image', 'such as "ghcr.io/owner/server:1.2"'],
  [{ image: 7 }, 'image', 'the name of an image was expected'],
  [{ stdio_bridge: 'yes' }, 'stdio_bridge', 'expected boolean'],
  [{ restart_policy: 'sometimes' }, 'restart_policy', '"always"'],
  [{ environment: { 'A B': 'x' } }, 'environment.A B', 'the name of a variable'],
  [{ environment: { A: 1 } }, 'environment.A', 'the value of a variable is text'],
  [{ environment: { A: 'x\0' } }, 'environment.A', 'NUL'],
  [{ ports: [{ container: 0 }] }, 'ports.0.container', '1 to 65535'],
  [{ ports: [{ container: '80' }] }, 'ports.0.container', 'the port inside the container was expected'],
  [{ ports: [{ container: 80, path: 'mcp' }] }, 'ports.0.path', 'begins with /'],
  [{ ports: [{ container: 80 }, { container: 80 }] }, 'ports.1.container', 'once'],
  [{ stdio_bridge: false }, 'ports', 'exactly one port'],
  [{ stdio_bridge: false, ports: [{ container: 80 }, { container: 81 }] }, 'ports', 'exactly one port'],
  [{ volumes: ['data'] }, 'volumes.0', 'an absolute path'],
  [{ volumes: ['/data', '/data/'] }, 'volumes.1', 'once'],
  [{ volumes: ['/a/../etc'] }, 'volumes.0', 'without . and ..'],
  [{ volumes: ['/'] }, 'volumes.0', 'an absolute path'],
  [{ volumes: ['//'] }, 'volumes.0', 'an absolute path'],
  [{ volumes: ['/proc/1'] }, 'volumes.0', 'outside of /proc'],
  [{ resource_limits: { cpu: 'lots' } }, 'resource_limits.cpu', 'a number of cores'],
  [{ resource_limits: { cpu: 1 } }, 'resource_limits.cpu', 'as text'],
  [{ resource_limits: { memory: '1' } }, 'resource_limits.memory', 'from 6M'],
  [{ resource_limits: { disk: '1 elephant' } }, 'resource_limits.disk', 'such as "512M"'],
  [{ resource_limits: { swap: '1G' } }, 'resource_limits', 'swap'],
  [{ provider: 'docker' }, 'provider', '"gvisor"'],
  [{ allow_weaker: 1 }, 'allow_weaker', 'expected boolean'],
  [{ network: { mode: 'some' } }, 'network.mode', '"none"'],
  [{ network: { mode: 'allow' } }, 'network.hosts', 'at least one host'],
  [{ network: { mode: 'none', hosts: ['a.b'] } }, 'network.hosts', 'only'],
  [{ network: { mode: 'allow', hosts: ['http://a.b'] } }, 'network.hosts.0', 'the name of a host'],
  [{ network: { mode: 'allow', hosts: ['a.b:70000'] } }, 'network.hosts.0', 'the port of a host'],
  [{ call_timeout_ms: 0 }, 'call_timeout_ms', '100'],
  [{ heartbeat_ms: 1.5 }, 'heartbeat_ms', 'int'],
  [{ command: ['sh'] }, '', 'command'],
])('[R24] %j is refused at %s: %s', (fields, path, words) => {
  const found = problems(fields)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(new RegExp(`^${path}: `))
  expect(found[0]).toContain(words)
})

test.each([
  'server',
  'owner/server:1.2',
  'ghcr.io/owner/server',
  'localhost:5000/a/b_c:latest',
  `registry.example.com/x@sha256:${'a'.repeat(64)}`,
])('the image %s is accepted', (image) => {
  expect(problems({ image })).toEqual([])
})

test('an image name built to slow down matching is refused at once', () => {
  expect(problems({ image: `${'a-'.repeat(250)}A` })).toHaveLength(1)
})
