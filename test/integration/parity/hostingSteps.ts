/** The routes of hosted servers, on a machine where no runtime is reached. */
import type { Step } from '#test/integration/parity/step'

export const noDocker = { DOCKER_HOST: 'unix:///nowhere/docker.sock' }

const image = 'example.com/notes:1'

export const hostingSteps: readonly Step[] = [
  { route: 'hosting.runtimes' },
  { route: 'hosting.list' },
  { route: 'hosting.register', input: { name: 'Notes', image } },
  { route: 'hosting.register', input: { name: 'Notes', image, resource_limits: { memory: 'much' } } },
  { route: 'hosting.register', input: { name: 'Notes', image, stdio_bridge: false } },
  { route: 'hosting.get', input: { id: 'nobody' } },
  { route: 'hosting.call', input: { id: 'nobody', method: 'tools/list' } },
  { route: 'hosting.call', input: { id: 'nobody', method: 'initialize' } },
  { route: 'hosting.restart', input: { id: 'nobody' } },
  { route: 'hosting.remove', input: { params: { id: 'nobody' }, query: { volumes: true } } },
  { route: 'hosting.restore', input: { id: 'nobody' } },
  { route: 'hosting.logs', input: { id: 'nobody', tail: 10 } },
  { route: 'hosting.history', input: { id: 'nobody' } },
  { route: 'hosting.volumes' },
  { route: 'hosting.removeVolume', input: { name: 'nobody' } },
  { route: 'hosting.backupAddress', input: { name: 'nobody' } },
]
