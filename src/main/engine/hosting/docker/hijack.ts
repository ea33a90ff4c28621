/** The stream of both directions that a container is attached by. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { DockerThrown } from '#engine/hosting/docker/dockerFault'

/** Where the Engine is, as a request is told. */
export type EngineAddress = RequestOptions & { readonly protocol: 'http:' | 'https:' }

/**
 * dockerode sends its options as a body besides: an Engine that gives the connection away before it has read that, as Podman does,
 * takes it for the first that is written to stdin.
 */
export function openStream(address: EngineAddress, containerId: string, withStdin: boolean): Promise<Duplex> {
  const query = `stream=1&stdout=1&stderr=1&stdin=${withStdin ? 1 : 0}`
  const request = address.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request({
      ...address,
      method: 'POST',
      path: `/containers/${containerId}/attach?${query}`,
      headers: { Connection: 'Upgrade', Upgrade: 'tcp', 'Content-Length': 0 },
    })
    sent.on('upgrade', (_response, socket, head) => {
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    sent.on('response', (response) => {
      void text(response).then((said) => reject(refusal(response.statusCode ?? 500, said)), reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

function refusal(statusCode: number, said: string): Error {
  let json: unknown = null
  try {
    json = JSON.parse(said)
  } catch {
    // What is in between may say it in words of its own.
  }
  return Object.assign(new Error(said), { statusCode, json }) satisfies DockerThrown
}
