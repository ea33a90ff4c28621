/**
 * The contract for programs of the same user, at a socket beside the data. Nobody else can open it (its mode, or the
 * folder's), so it asks for no token. Whoever opens it must hold the folder's lock: a socket found there is then stale.
 */
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { AppError } from '#contract/errors'
import { controlAddress } from '#main/host/control/controlAddress'
import type { ControlAddress } from '#main/host/control/controlAddress'
import { closeSocketServer, createSocketServer } from '#main/host/wires/socketGuard'
import type { Wires } from '#main/host/wires/wires'

export interface ControlSocket {
  /** Takes no new connections; what is under way goes on. Idempotent. */
  stopAccepting(): void
  /** Resolves when accepting was stopped and everybody who was connected has gone. */
  readonly drained: Promise<void>
  /** Idempotent. */
  close(): Promise<void>
}

const closingGraceMs = 500

export function controlAddressHere(dataFolder: string): ControlAddress {
  // One folder under two names is one folder.
  const folder = existsSync(dataFolder) ? realpathSync(dataFolder) : dataFolder
  return controlAddress(folder, {
    platform: process.platform,
    temporaryFolder: tmpdir(),
    userId: process.getuid?.() ?? 0,
  })
}

export async function openControlSocket(dataFolder: string, wires: Wires): Promise<ControlSocket> {
  const { path, privateFolder } = controlAddressHere(dataFolder)
  if (privateFolder !== null) makePrivate(privateFolder)
  const isFile = process.platform !== 'win32'
  if (isFile) rmSync(path, { force: true })
  const server = createServer((_request, response) => {
    response.writeHead(426, { connection: 'close' }).end()
  })
  const drained = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const sockets = createSocketServer()
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (webSocket) => wires.serveSocket(webSocket))
  })
  await listenPrivately(server, path)
  if (isFile) chmodSync(path, 0o600)
  const stopAccepting = () => {
    if (server.listening) server.close()
  }
  return {
    stopAccepting,
    drained,
    async close() {
      stopAccepting()
      server.closeAllConnections()
      await closeSocketServer(sockets, closingGraceMs)
      await drained
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
