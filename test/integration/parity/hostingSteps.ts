/** Calls the routes for hosted servers, on a machine without a reachable runtime. */
import type { Step } from '#test/integration/parity/step'

export const noDocker = { DOCKER_HOST: 'unix:///nowhere/docker.sock' }

const image = 'example.com/notes:1'

export const hostingSteps: readonly Step[] = [
  { route: 'hosting.runtimes' },
  { route: 'hosting.list' },
  { route: 'hosting.register', fails: 'RUNTIME_UNAVAILABLE', input: { name: 'Notes', image } },
  {
    route: 'hosting.register',
    fails: 'INVALID_INPUT',
    input: { name: 'Notes', image, resource_limits: { memory: 'much' } },
  },
  { route: 'hosting.register', fails: 'INVALID_INPUT', input: { name: 'Notes', image, stdio_bridge: false } },
  { route: 'hosting.get', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'hosting.call', fails: 'NOT_FOUND', input: { id: 'nobody', method: 'tools/list' } },
  { route: 'hosting.call', fails: 'INVALID_INPUT', input: { id: 'nobody', method: 'initialize' } },
  { route: 'hosting.restart', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'hosting.previewPackage', fails: 'INVALID_INPUT', input: { registry: 'npm', name: '../x' } },
  {
    route: 'hosting.addPackage',
    fails: 'RUNTIME_UNAVAILABLE',
    input: { name: 'Notes', package: { registry: 'npm', name: 'notes', version: '1.0.0' } },
  },
  { route: 'hosting.packageUpdates' },
  { route: 'hosting.previewIsolation', fails: 'NOT_FOUND', input: { slug: 'nobody' } },
  { route: 'hosting.isolate', fails: 'NOT_FOUND', input: { slug: 'nobody', asked: { version: '1.0.0' } } },
  { route: 'hosting.release', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'hosting.setup', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'hosting.previewChange', fails: 'NOT_FOUND', input: { id: 'nobody', change: { image } } },
  { route: 'hosting.change', fails: 'NOT_FOUND', input: { id: 'nobody', change: { image } } },
  { route: 'hosting.change', fails: 'INVALID_INPUT', input: { id: 'nobody', change: { image: 'No Image' } } },
  { route: 'hosting.undoChange', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'hosting.remove', fails: 'NOT_FOUND', input: { params: { id: 'nobody' }, query: { volumes: true } } },
  { route: 'hosting.restore', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'hosting.logs', fails: 'NOT_FOUND', input: { id: 'nobody', tail: 10 } },
  { route: 'hosting.history', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'hosting.volumes' },
  { route: 'hosting.removeVolume', fails: 'NOT_FOUND', input: { name: 'nobody' } },
  { route: 'hosting.backupAddress', fails: 'NOT_FOUND', input: { name: 'nobody' } },
]
