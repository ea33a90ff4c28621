/** Opens two-way streams to containers, and to programs started in them. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { DockerThrown } from '#engine/hosting/docker/dockerFault'

/** Docker's address, as request options. */
export type DockerAddress = RequestOptions & { readonly protocol: 'http:' | 'https:' }

/**
 * Attaches to a container. Does not use dockerode, which also sends its options as a body: a runtime that hands over
 * the connection before it has read the body, such as Podman, would pass that body to the server's stdin.
 */
export function attachStream(address: DockerAddress, containerId: string, withStdin: boolean): Promise<Duplex> {
  const query = `stream=1&stdout=1&stderr=1&stdin=${withStdin ? 1 : 0}`
  return openStream(address, `/containers/${containerId}/attach?${query}`, '')
}

/** Starts a program that was prepared with `exec`. */
export function execStream(address: DockerAddress, execId: string): Promise<Duplex> {
  return openStream(address, `/exec/${execId}/start`, JSON.stringify({ Detach: false, Tty: false }))
}

function openStream(address: DockerAddress, path: string, body: string): Promise<Duplex> {
  const request = address.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request({
      ...address,
      method: 'POST',
      path,
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'tcp',
        'Content-Length': Buffer.byteLength(body),
        ...(body !== '' && { 'Content-Type': 'application/json' }),
      },
    })
    sent.on('upgrade', (_response, socket, head) => {
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    sent.on('response', (response) => {
      void text(response).then((said) => reject(refusal(response.statusCode ?? 500, said)), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function refusal(statusCode: number, said: string): Error {
  let json: unknown = null
  try {
    json = JSON.parse(said)
  } catch {
    // A proxy may answer in a format of its own.
  }
  return Object.assign(new Error(said), { statusCode, json }) satisfies DockerThrown
}
