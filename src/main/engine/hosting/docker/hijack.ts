/** The two-way streams of an attached container, and of a program started in one. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { DockerThrown } from '#engine/hosting/docker/dockerFault'

/** Docker's address, as request options. */
export type DockerAddress = RequestOptions & { readonly protocol: 'http:' | 'https:' }

/**
 * dockerode also sends its options as a body. A Docker that hands over the connection before it has read the body, such
 * as Podman, takes it for the first bytes of stdin.
 */
export function attachStream(address: DockerAddress, containerId: string, withStdin: boolean): Promise<Duplex> {
  const query = `stream=1&stdout=1&stderr=1&stdin=${withStdin ? 1 : 0}`
  return openStream(address, `/containers/${containerId}/attach?${query}`, '')
}

/** Starts a prepared program. */
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
    // A proxy may answer in its own format.
  }
  return Object.assign(new Error(said), { statusCode, json }) satisfies DockerThrown
}
