import { expect, test } from 'vitest'
import { dockerEndpoint, isLocal, type Surroundings } from '#engine/hosting/docker/dockerEndpoint'

const from = (environment: Surroundings['environment'], there: readonly string[] = [], platform = 'linux' as const) =>
  dockerEndpoint({ environment, platform, homeFolder: '/home/ann', exists: (path) => there.includes(path) })

test('DOCKER_HOST is read in every form that the docker command knows', () => {
  expect(from({ DOCKER_HOST: 'unix:///x/docker.sock' })).toEqual({ kind: 'socket', path: '/x/docker.sock' })
  expect(from({ DOCKER_HOST: 'npipe:////./pipe/x' })).toEqual({ kind: 'socket', path: '//./pipe/x' })
  const open = { kind: 'tcp', host: '10.0.0.5', port: 2375, certificates: null }
  expect(from({ DOCKER_HOST: 'tcp://10.0.0.5:2375' })).toEqual(open)
  expect(from({ DOCKER_HOST: '10.0.0.5' })).toEqual(open)
  expect(from({ DOCKER_HOST: 'tcp://build', DOCKER_TLS_VERIFY: '1', DOCKER_CERT_PATH: '/certs' })).toEqual({
    kind: 'tcp',
    host: 'build',
    port: 2376,
    certificates: '/certs',
  })
})

test('an unusable address is explained in a sentence', () => {
  expect(from({ DOCKER_HOST: 'ssh://ann@build' })).toMatch(/ssh/)
  expect(from({ DOCKER_HOST: 'tcp://' })).toMatch(/not an address/)
  expect(from({ DOCKER_HOST: 'ftp://build' })).toMatch(/not an address/)
  expect(from({ DOCKER_HOST: 'tcp://build', DOCKER_TLS_VERIFY: '1' })).toMatch(/DOCKER_CERT_PATH/)
})

test('without DOCKER_HOST, the first existing socket is used: Docker, Docker Desktop, Podman', () => {
  const socket = (path: string) => ({ kind: 'socket', path })
  expect(from({})).toEqual(socket('/var/run/docker.sock'))
  expect(from({ DOCKER_HOST: ' ' })).toEqual(socket('/var/run/docker.sock'))
  expect(from({}, ['/home/ann/.docker/run/docker.sock', '/run/podman/podman.sock'])).toEqual(
    socket('/home/ann/.docker/run/docker.sock'),
  )
  const podman = '/run/user/1000/podman/podman.sock'
  expect(from({ XDG_RUNTIME_DIR: '/run/user/1000' }, [podman])).toEqual(socket(podman))
})

test('a port on loopback can be reached if Docker is on this machine', () => {
  expect(isLocal({ kind: 'socket', path: '/x' })).toBe(true)
  expect(isLocal({ kind: 'tcp', host: '127.0.0.1', port: 1, certificates: null })).toBe(true)
  expect(isLocal({ kind: 'tcp', host: '10.0.0.5', port: 1, certificates: null })).toBe(false)
})
