/**
 * The HTTP door: listens on loopback, serves requests (`httpRoutes`) and sockets, and closes without cutting answers
 * off.
 */
import type { Server } from 'node:http'
import { AppError, errorCodes } from '#contract/errors'
import { nodeHttp } from '#engine/net/nodeHttp'
import type { Clock, Log } from '#engine/ports'
import { admissionRules } from '#main/host/http/admission'
import { createAnswer, refuseSocket } from '#main/host/http/httpRoutes'
import type { ServedEngine } from '#main/host/http/httpRoutes'
import { openPage } from '#main/host/http/page'
import { findPortHolder } from '#main/host/http/portHolder'
import { RequestTurns } from '#main/host/http/requestTurns'
import type { Use } from '#main/host/idleWatch'
import { Sockets } from '#main/host/wires/sockets'
import { createTickets } from '#main/host/http/tickets'
import { backupAddress } from '#main/host/http/volumeBackup'
import { boundRest, refuseUpgrade } from '#main/host/wires/turnAway'
import type { Wires } from '#main/host/wires/wires'

export interface HttpServerOptions {
  /** 0: any free port. */
  readonly port: number
  readonly token: string
  readonly version: string
  readonly pageFolder: string | null
  readonly engine: ServedEngine
  readonly wires: Wires
  readonly clock: Pick<Clock, 'elapsed' | 'after'>
  readonly log: Log
}

export interface HttpServer {
  readonly url: string
  /** A single-use address, valid for `lifeMs`, that signs a browser in; null if no page is served. */
  signInAddress(lifeMs: number): string | null
  /** A single-use address, valid for a short time, for downloading a volume's backup. */
  backupAddress(volume: string): string
  /** The open answers and sockets, and how many requests there have been. */
  inUse(): Use
  /** Accepts no new connections. Running requests continue. Idempotent. */
  stopAccepting(): void
  /** Gives running requests a moment to end, then cuts them off. Idempotent. */
  close(): Promise<void>
}

const address = '127.0.0.1'
const closingGraceMs = 1_000
/**
 * Clients may have at most 1,024 streams; the rest is for calls. The limit keeps a flood from using up the file handles
 * that servers need.
 */
const maxConnections = 4_096

export async function openHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { engine, wires, version, log } = options
  const page = options.pageFolder === null ? null : openPage(options.pageFolder)
  // The limits apply to how long a request takes to arrive. An answer takes as long as its call. A kept connection
  // outlives the minute that common clients keep theirs, so that no client sends into a connection that was just
  // closed.
  const server = nodeHttp.createServer({
    requestTimeout: 120_000,
    headersTimeout: 10_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: 75_000,
    // Java's client offers h2c with every first request. Any upgrade other than WebSocket is an ordinary request.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  })
  server.maxConnections = maxConnections
  const closed = new Promise((resolve) => server.once('close', resolve))
  const port = await listen(server, options.port)
  server.on('error', (error) => log.error({ cause: error }, 'the HTTP door failed'))
  const rules = admissionRules(port, options.token, (given) => engine.access.grantOf(given))
  const tickets = createTickets(options.clock)
  const signIns = createTickets(options.clock)
  const backups = createTickets(options.clock)
  const url = `http://${address}:${port}`
  const sockets = new Sockets()
  const answer = createAnswer({ rules, tickets, signIns, backups, engine, wires, page, version, log })
  const turns = new RequestTurns(answer, options.clock)
  let open = 0
  let begun = 0
  server.on('connection', (socket) => turns.connections.connected(socket))
  server.on('request', (request, response) => {
    // The connection may be gone: the request came in its last packet.
    if (request.socket.destroyed) return
    open += 1
    begun += 1
    const { socket } = request
    response.on('close', () => {
      open -= 1
      turns.connections.answered(socket)
      if (!request.complete) boundRest(request, socket)
    })
    turns.take(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    turns.connections.upgraded(request.socket)
    const refusal = refuseSocket({ rules, tickets }, request)
    if (refusal !== null) return refuseUpgrade(socket, errorCodes[refusal])
    void sockets.accept(request, socket, head, (webSocket) => wires.serveSocket(webSocket))
  })
  const stopAccepting = () => {
    if (server.listening) server.close()
    server.closeIdleConnections()
  }
  return {
    url,
    signInAddress: (lifeMs) => (page === null ? null : `${url}/#ticket=${signIns.issue(lifeMs)}`),
    backupAddress: (volume) => backupAddress(url, volume, backups),
    inUse: () => ({ open: open + sockets.size, begun }),
    stopAccepting,
    async close() {
      stopAccepting()
      const timer = setTimeout(() => server.closeAllConnections(), closingGraceMs)
      await sockets.close(closingGraceMs)
      await closed
      clearTimeout(timer)
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portTaken(port, error) : error)
    })
    server.listen(port, address, () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port)
    })
  })
}

function portTaken(port: number, cause: unknown): AppError {
  const holder = findPortHolder(port)
  const by = holder === null ? 'another program' : `${holder.command} (process ${holder.pid})`
  const message = `Port ${port} is already used by ${by}. Stop that program, or choose another port (0 for any free one).`
  return new AppError('CONFLICT', message, { data: { port, holder }, cause })
}
