/** Connects to a data folder's engine through its control socket. */
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import type { ContractRouterClient } from '@orpc/contract'
import { WebSocket } from 'ws'
import type { Contract } from '#contract/contract'
import { meansNobody, wayToEngine } from '#main/host/control/connectToEngine'

export type ContractClient = ContractRouterClient<Contract>

export interface ControlConnection {
  readonly client: ContractClient
  /** Resolves when the connection ends, by the engine or by `close`. */
  readonly closed: Promise<void>
  close(): void
}

/** Null if no engine is running. */
export async function connectControl(dataFolder: string): Promise<ControlConnection | null> {
  const createConnection = wayToEngine(dataFolder)
  if (createConnection === null) return null
  const socket = new WebSocket('ws://control/', {
    createConnection,
    perMessageDeflate: false,
    maxPayload: 0,
  })
  socket.binaryType = 'arraybuffer'
  const opened = await new Promise<boolean>((resolve, reject) => {
    socket.once('open', () => resolve(true))
    socket.once('error', (error) => {
      if (meansNobody(error)) resolve(false)
      else reject(error)
    })
  })
  if (!opened) return null
  socket.on('error', () => socket.terminate())
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // `ws` has the methods of the DOM's WebSocket, but its own event types.
  const websocket = socket as unknown as globalThis.WebSocket
  const client: ContractClient = createORPCClient(new RPCLink({ websocket }))
  return { client, closed, close: () => socket.close() }
}
