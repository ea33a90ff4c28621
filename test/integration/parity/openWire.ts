/** Opens a client on each of the contract's three wires. */
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { contract } from '#contract/contract'
import type { ContractClient } from '#main/host/control/controlClient'
import type { Wires } from '#main/host/wires/wires'

export const wireNames = ['MessagePort', 'WebSocket', 'REST'] as const
export type WireName = (typeof wireNames)[number]

export interface Doors {
  readonly url: string
  readonly token: string
  readonly servePort: Wires['servePort']
}

export interface OpenWire {
  readonly client: ContractClient
  /** Closes the wire as a closed or reloaded page does. */
  readonly close: () => void
}

export function openWire(name: WireName, doors: Doors): Promise<OpenWire> | OpenWire {
  switch (name) {
    case 'MessagePort':
      return openPort(doors)
    case 'WebSocket':
      return openSocket(doors)
    case 'REST':
      return openRest(doors)
  }
}

async function openPort({ servePort }: Doors): Promise<OpenWire> {
  const { port1, port2 } = new MessageChannel()
  await servePort(port1)
  port1.start()
  const client: ContractClient = createORPCClient(new PortLink({ port: port2 }))
  port2.start()
  return { client, close: () => port2.close() }
}

async function openSocket({ url, token }: Doors): Promise<OpenWire> {
  const response = await fetch(`${url}/api/v1/tickets`, { method: 'POST', headers: bearer(token) })
  const { ticket } = (await response.json()) as { ticket: string }
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws?ticket=${ticket}`)
  socket.binaryType = 'arraybuffer'
  await once(socket, 'open')
  const websocket = socket as unknown as globalThis.WebSocket
  return { client: createORPCClient(new SocketLink({ websocket })), close: () => socket.terminate() }
}

function openRest({ url, token }: Doors): OpenWire {
  const closed = new AbortController()
  const link = new OpenAPILink(contract, {
    url: `${url}/api/v1`,
    headers: bearer(token),
    fetch: (request, init) => fetch(request, { ...init, signal: AbortSignal.any([request.signal, closed.signal]) }),
  })
  return { client: createORPCClient(link), close: () => closed.abort() }
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}
