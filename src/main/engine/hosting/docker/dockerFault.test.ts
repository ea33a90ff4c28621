import { expect, test } from 'vitest'
import { pullFault, requestFault, startFault, type DockerThrown } from '#engine/hosting/docker/dockerFault'

const said = (statusCode: number, message: string): DockerThrown =>
  Object.assign(new Error(`(HTTP code ${statusCode}) server error - ${message} `), { statusCode, json: { message } })

test.each([
  [
    500,
    'driver failed programming external connectivity: Bind for 127.0.0.1:80 failed: port is already allocated',
    'PORT_TAKEN',
  ],
  [500, 'Ports are not available: exposing port TCP 127.0.0.1:80', 'PORT_TAKEN'],
  [500, 'rootlessport listen tcp 127.0.0.1:80: bind: address already in use', 'PORT_TAKEN'],
  [404, 'No such image: notes:1', 'IMAGE_NOT_FOUND'],
  [404, 'notes:1: image not known', 'IMAGE_NOT_FOUND'],
  [400, 'unknown or invalid runtime name: runsc', 'RUNTIME_UNAVAILABLE'],
  [400, 'Unknown runtime specified runsc', 'RUNTIME_UNAVAILABLE'],
  [500, 'requested OCI runtime runsc is not available: invalid argument', 'RUNTIME_UNAVAILABLE'],
  [500, 'get switchboard-notes-2d70e4a3dee7: database not open', 'RUNTIME_UNAVAILABLE'],
  [
    500,
    'transport: Error while dialing dial unix /run/containerd/containerd.sock: connect: refused',
    'RUNTIME_UNAVAILABLE',
  ],
  [400, 'Range of CPUs is from 0.01 to 2.00, as there are only 2 CPUs available', 'LIMIT_NOT_ENFORCEABLE'],
  [400, 'quota size requested but no quota support', 'LIMIT_NOT_ENFORCEABLE'],
  [400, 'OCI runtime create failed: exec: "notes": executable file not found in $PATH', 'COMMAND_FAILED'],
])("Docker's error when a container cannot be started: %s %s", (status, words, code) => {
  const fault = startFault(said(status, words), 'notes:1', [])
  expect(fault).toMatchObject({ code })
  expect(fault.message).toContain(words)
})

test.each([
  ['manifest for team/notes:2 not found: manifest unknown: manifest unknown', 'does not exist'],
  ["pull access denied for nobody/notes, repository does not exist or may require 'docker login'", 'does not exist'],
  ['filesystem layer verification failed for digest sha256:00', 'does not match its digest'],
  ['Get "http://a.example/v2/": dial tcp: lookup a.example: no such host', 'its registry cannot be reached'],
  ['Get "https://a.example/v2/": net/http: TLS handshake timeout', 'its registry cannot be reached'],
  ['write /var/lib/docker/tmp/GetImageBlob1: no space left on device', 'cannot be fetched'],
])('a failed pull is explained: %s', (words, sentence) => {
  const fault = pullFault('notes:1', words)
  expect(fault.code).toBe('IMAGE_NOT_FOUND')
  expect(fault.message).toMatch(new RegExp(`^The image notes:1 (?:cannot be fetched because )?${sentence}: `))
  expect(fault.message).toContain(words)
})

test('a failed connection to Docker is reported as an unavailable runtime', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED /x'), { code: 'ECONNREFUSED' })
  expect(startFault(refused, 'notes', [])).toMatchObject({ code: 'RUNTIME_UNAVAILABLE' })
  expect(requestFault(refused)).toMatchObject({ code: 'RUNTIME_UNAVAILABLE' })
  expect(requestFault(said(404, 'no such container'))).toMatchObject({ code: 'NOT_FOUND' })
  expect(requestFault(said(500, 'no space left'))).toMatchObject({ code: 'INTERNAL' })
})

test("variables' values are hidden in errors, even if one value contains another", () => {
  const fault = startFault(said(500, 'no such file: secret-one/secret'), 'x', ['secret', 'secret-one', 'on'])
  expect(fault.message).toBe('The container could not be started: no such file: ***/***')
})
