/**
 * Serves the contract to programs of the same user, at a socket beside the data, and MCP to bridges. The socket's mode
 * and its folder's mode keep other users out, so it asks for no token. The caller must have the folder's lock, so an
 * existing socket is stale. Programs in turn check who owns the socket (`connectToEngine`).
 */
import { chmodSync } from 'node:fs'
import type { Server } from 'node:http'
import { nodeHttp } from '#engine/net/nodeHttp'
import { leavePath, type LeaveAnswer, readLinesAddress } from '#main/host/control/controlPaths'
import { clearControlPlace, makeControlPlace } from '#main/host/control/controlPlace'
import { type AcceptLines, LineSockets } from '#main/host/control/lineSockets'
import { Sockets } from '#main/host/wires/sockets'
import type { Wires } from '#main/host/wires/wires'

export interface ControlServices {
  readonly wires: Pick<Wires, 'serveSocket'>
  readonly acceptLines: AcceptLines
  /** Called when another host wants the data folder. */
  readonly leave: () => LeaveAnswer
}

export interface ControlUse {
  readonly commands: number
  readonly bridges: number
  /** How many connections there have been. */
  readonly begun: number
}

export interface ControlSocket {
  /** The socket's path, which the note tells clients. */
  readonly path: string
  inUse(): ControlUse
  /** Accepts no new connections. Running requests continue. Idempotent. */
  stopAccepting(): void
  /**
   * Like `stopAccepting`, and asks bridges to leave. Resolves when no connection is left. `successor`: another engine
   * takes over.
   */
  emptied(successor: boolean): Promise<void>
  /** Idempotent. */
  close(): Promise<void>
}

const closingGraceMs = 500
/** How long bridges have to finish their running requests. */
const maxLeaveMs = 30_000

export async function openControlSocket(dataFolder: string, services: ControlServices): Promise<ControlSocket> {
  const path = makeControlPlace(dataFolder)
  const server = nodeHttp.createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== leavePath) {
      response.writeHead(426, { connection: 'close' }).end()
      return
    }
    const answer = services.leave()
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(answer))
  })
  const closed = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const sockets = new Sockets()
  const lines = new LineSockets(services.acceptLines)
  let begun = 0
  server.on('upgrade', (request, socket, head) => {
    begun += 1
    const bridge = readLinesAddress(request.url ?? '')
    if (bridge !== null) lines.serve(bridge, request, socket, head)
    else void sockets.accept(request, socket, head, (webSocket) => services.wires.serveSocket(webSocket))
  })
  await listenPrivately(server, path).catch((thrown: unknown) => {
    clearControlPlace(path)
    throw thrown
  })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  const stopAccepting = () => {
    if (server.listening) server.close()
    lines.sayLeaving(false)
  }
  return {
    path,
    inUse: () => ({ commands: sockets.size, bridges: lines.size, begun }),
    stopAccepting,
    async emptied(successor) {
      lines.sayLeaving(successor)
      stopAccepting()
      // A request that is still waiting after this time is given up.
      const timer = setTimeout(() => lines.close(0), maxLeaveMs)
      await closed
      clearTimeout(timer)
    },
    async close() {
      stopAccepting()
      lines.close(closingGraceMs)
      server.closeAllConnections()
      await sockets.close(closingGraceMs)
      await closed
      clearControlPlace(path)
    },
  }
}

/** The call that creates the socket file also sets its mode, so that no other user can connect in between. */
function listenPrivately(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const mask = process.umask(0o177)
    try {
      server.listen(path, resolve)
    } finally {
      process.umask(mask)
    }
  })
}
