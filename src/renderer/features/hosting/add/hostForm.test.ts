import { expect, test } from 'vitest'
import { checkHost, emptyHostForm, type HostForm, refusedField } from '#renderer/features/hosting/add/hostForm.ts'

const filled: HostForm = { ...emptyHostForm, image: 'ghcr.io/owner/notes:1.2' }

function errorsOf(form: Partial<HostForm>) {
  const checked = checkHost({ ...filled, ...form })
  return checked.ok ? {} : checked.errors
}

test('an image is enough, and names the server', () => {
  expect(checkHost(filled)).toMatchObject({
    ok: true,
    registration: {
      name: 'notes',
      image: 'ghcr.io/owner/notes:1.2',
      stdio_bridge: true,
      ports: [],
      resource_limits: {},
    },
  })
})

test('[R24] everything that was filled in is registered', () => {
  const form: HostForm = {
    ...filled,
    name: 'Notes',
    projectId: 'work',
    speaks: 'port',
    port: '9000',
    path: '/rpc',
    environment: [
      { id: 0, name: 'API_KEY', value: 'secret' },
      { id: 1, name: '', value: '' },
    ],
    volumes: '/data\n /cache ',
    network: 'allow',
    hosts: 'api.example.com, b.example.com',
    cpu: '1',
    memory: ' 1G ',
    provider: 'gvisor',
    allowWeaker: true,
    allowCloud: false,
    restart: 'never',
    callTimeoutSeconds: '1.5',
  }
  expect(checkHost(form)).toEqual({
    ok: true,
    registration: {
      project_id: 'work',
      name: 'Notes',
      image: 'ghcr.io/owner/notes:1.2',
      stdio_bridge: false,
      restart_policy: 'never',
      environment: { API_KEY: 'secret' },
      ports: [{ container: 9000, path: '/rpc' }],
      volumes: ['/data', '/cache'],
      resource_limits: { cpu: '1', memory: '1G' },
      provider: 'gvisor',
      allow_weaker: true,
      allow_cloud: false,
      network: { mode: 'allow', hosts: ['api.example.com', 'b.example.com'] },
      call_timeout_ms: 1500,
    },
  })
})

// Catches an error that no field shows, so that pressing the button seems to do nothing.
test.each([
  [{ image: '' }, 'image'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ speaks: 'port', port: 'x' }, 'port'],
  [{ speaks: 'port', path: 'mcp' }, 'path'],
  [{ environment: [{ id: 0, name: 'A B', value: 'x' }] }, 'environment'],
  [{ volumes: 'data' }, 'volumes'],
  [{ network: 'allow' }, 'hosts'],
  [{ cpu: 'all' }, 'cpu'],
  [{ memory: 'much' }, 'memory'],
  [{ disk: '1' }, 'disk'],
  [{ callTimeoutSeconds: 'long' }, 'callTimeoutSeconds'],
] as [Partial<HostForm>, keyof HostForm][])('%j is shown at %s', (form, field) => {
  expect(Object.keys(errorsOf(form))).toEqual([field])
})

// Catches an error that names a field of the REST API that the page does not have.
test('without a safe runtime, the form asks for consent to a plain container', () => {
  expect(checkHost(filled, true)).toMatchObject({ ok: false, errors: { provider: expect.any(String) } })
  expect(checkHost({ ...filled, allowWeaker: true }, true).ok).toBe(true)
  expect(checkHost({ ...filled, provider: 'plain' }, true).ok).toBe(true)
})

test.each([
  [{ code: 'CONFLICT' }, 'name'],
  [{ code: 'IMAGE_NOT_FOUND' }, 'image'],
  [{ code: 'PORT_TAKEN' }, 'port'],
  [{ code: 'LIMIT_NOT_ENFORCEABLE', data: { path: 'resource_limits.disk' } }, 'disk'],
  [{ code: 'LIMIT_NOT_ENFORCEABLE', data: { path: 'network.mode' } }, 'hosts'],
  [{ code: 'RUNTIME_UNAVAILABLE', data: null }, null],
])('the refusal %j is shown at %s', (fields, field) => {
  expect(refusedField(Object.assign(new Error('refused'), fields))).toBe(field)
})
