/** Finds the address of Docker, or of a runtime with the same API. */
import { join } from 'node:path'

export type DockerEndpoint =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number; readonly certificates: string | null }

export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly homeFolder: string
  readonly exists: (path: string) => boolean
}

/** Returns Docker's address, or a sentence that says why `DOCKER_HOST` cannot be used. */
export function dockerEndpoint(surroundings: Surroundings): DockerEndpoint | string {
  const given = surroundings.environment['DOCKER_HOST']?.trim()
  return given === undefined || given === '' ? foundSocket(surroundings) : readHost(given, surroundings)
}

/** Whether ports that Docker publishes on loopback can be reached from here. */
export function isLocal(endpoint: DockerEndpoint): boolean {
  return endpoint.kind === 'socket' || ['localhost', '127.0.0.1', '[::1]'].includes(endpoint.host)
}

function readHost(given: string, { environment }: Surroundings): DockerEndpoint | string {
  const [, scheme, rest = ''] = /^(unix|npipe):\/\/(.+)$/.exec(given) ?? []
  if (scheme !== undefined) return { kind: 'socket', path: rest }
  if (given.startsWith('ssh:')) return 'DOCKER_HOST uses ssh, which is not supported: use unix:// or tcp://'
  const url = URL.parse(given.includes('://') ? given.replace(/^tcp:/, 'http:') : `http://${given}`)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'DOCKER_HOST is not an address: use unix://… or tcp://…'
  const secure = environment['DOCKER_TLS_VERIFY'] === '1' || url.protocol === 'https:'
  const certificates = environment['DOCKER_CERT_PATH'] ?? null
  if (secure && certificates === null)
    return 'DOCKER_HOST uses TLS, but DOCKER_CERT_PATH does not name a folder of certificates'
  return {
    kind: 'tcp',
    host: url.hostname,
    port: Number(url.port) || (secure ? 2376 : 2375),
    certificates: secure ? certificates : null,
  }
}

/** The first socket that exists. If none does, the usual one, so that the error names it. */
function foundSocket({ environment, platform, homeFolder, exists }: Surroundings): DockerEndpoint {
  if (platform === 'win32') return { kind: 'socket', path: '//./pipe/docker_engine' }
  const usual = '/var/run/docker.sock'
  const runtimeFolder = environment['XDG_RUNTIME_DIR']
  const places = [
    usual,
    join(homeFolder, '.docker', 'run', 'docker.sock'),
    ...(runtimeFolder === undefined
      ? []
      : [join(runtimeFolder, 'docker.sock'), join(runtimeFolder, 'podman', 'podman.sock')]),
    '/run/podman/podman.sock',
    join(homeFolder, '.local', 'share', 'containers', 'podman', 'machine', 'podman.sock'),
  ]
  return { kind: 'socket', path: places.find(exists) ?? usual }
}
