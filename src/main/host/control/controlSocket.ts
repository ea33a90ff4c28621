/**
 * The contract for programs of the same user, at a socket beside the data, and MCP for bridges. Nobody else can open it
 * (its mode, or the folder's), so it asks for no token. Whoever opens it must hold the folder's lock: a socket found
 * there is then stale.
 */
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { AppError } from '#contract/errors'
import { nodeHttp } from '#engine/connections/transports/nodeHttp'
import { leavePath, type LeaveAnswer, readLinesAddress } from '#main/host/control/controlPaths'
import { controlAddressHere } from '#main/host/control/controlPlace'
import { type AcceptLines, LineSockets } from '#main/host/control/lineSockets'
import { Sockets } from '#main/host/wires/sockets'
import type { Wires } from '#main/host/wires/wires'

export interface ControlServices {
  readonly wires: Pick<Wires, 'serveSocket'>
  readonly acceptLines: AcceptLines
  /** Another host wants the data folder. */
  readonly leave: () => LeaveAnswer
}

export interface ControlUse {
  readonly commands: number
  readonly bridges: number
  /** Connections so far. */
  readonly begun: number
}

export interface ControlSocket {
  inUse(): ControlUse
  /** Takes no new connections; what is under way goes on. Idempotent. */
  stopAccepting(): void
  /** Asks bridges to go as well, and resolves when nobody is connected. `successor`: another engine takes over. */
  emptied(successor: boolean): Promise<void>
  /** Idempotent. */
  close(): Promise<void>
}

const closingGraceMs = 500
/** What bridges have to see through what is under way. */
const longestLeaveMs = 30_000

export async function openControlSocket(dataFolder: string, services: ControlServices): Promise<ControlSocket> {
  const { path, privateFolder } = controlAddressHere(dataFolder)
  if (privateFolder !== null) makePrivate(privateFolder)
  const isFile = process.platform !== 'win32'
  if (isFile) rmSync(path, { force: true })
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
  await listenPrivately(server, path)
  if (isFile) chmodSync(path, 0o600)
  const stopAccepting = () => {
    if (server.listening) server.close()
    lines.sayLeaving(false)
  }
  return {
    inUse: () => ({ commands: sockets.size, bridges: lines.size, begun }),
    stopAccepting,
    async emptied(successor) {
      lines.sayLeaving(successor)
      stopAccepting()
      // Whoever still waits for an answer then, waits for too long.
      const timer = setTimeout(() => lines.close(0), longestLeaveMs)
      await closed
      clearTimeout(timer)
    },
    async close() {
      stopAccepting()
      lines.close(closingGraceMs)
      server.closeAllConnections()
      await sockets.close(closingGraceMs)
      await closed
      if (privateFolder !== null) rmSync(privateFolder, { recursive: true, force: true })
    },
  }
}

/** The socket file is made by the call itself, so the mask is never loose while anyone could connect. */
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

/** In a folder that everybody can write to, a folder of this name may be somebody else's trap. */
function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode, uid } = lstatSync(folder)
  const isFolder = (mode & 0o170000) === 0o040000
  if (isFolder && uid === process.getuid?.() && (mode & 0o077) === 0) return
  throw new AppError('FORBIDDEN', `${folder} is not a private folder of this user; remove it and try again.`)
}
