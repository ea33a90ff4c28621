import { expect, test } from 'vitest'
import { requestFault, startFault, type DockerThrown } from '#engine/hosting/docker/dockerFault'

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
  [400, 'Range of CPUs is from 0.01 to 2.00, as there are only 2 CPUs available', 'LIMIT_NOT_ENFORCEABLE'],
  [400, 'quota size requested but no quota support', 'LIMIT_NOT_ENFORCEABLE'],
  [400, 'OCI runtime create failed: exec: "notes": executable file not found in $PATH', 'COMMAND_FAILED'],
])('what an Engine says when a container cannot be started: %s %s', (status, words, code) => {
  const fault = startFault(said(status, words), 'notes:1', [])
  expect(fault).toMatchObject({ code })
  expect(fault.message).toContain(words)
})

test('a connection that fails is a runtime that is not there', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED /x'), { code: 'ECONNREFUSED' })
  expect(startFault(refused, 'notes', [])).toMatchObject({ code: 'RUNTIME_UNAVAILABLE' })
  expect(requestFault(refused)).toMatchObject({ code: 'RUNTIME_UNAVAILABLE' })
  expect(requestFault(said(404, 'no such container'))).toMatchObject({ code: 'NOT_FOUND' })
  expect(requestFault(said(500, 'no space left'))).toMatchObject({ code: 'INTERNAL' })
})

test('no value of a variable is in what is told, also where one is a part of another', () => {
  const fault = startFault(said(500, 'no such file: secret-one/secret'), 'x', ['secret', 'secret-one', 'on'])
  expect(fault.message).toBe('The container could not be started: no such file: ***/***')
})
