/**
 * Starts a proxy like those of companies. It tunnels with CONNECT, forwards plain requests, can require credentials,
 * and resolves names itself.
 */
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ProxyServer {
  readonly url: string
  /** The received requests in order: `CONNECT host:port` or `POST http://…`. */
  readonly asked: readonly string[]
}

/**
 * Starts a proxy for which every name resolves to this machine. A name that is unknown elsewhere therefore proves that
 * the proxy was used.
 */
export async function startProxy(credentials: string | null = null): Promise<ProxyServer> {
  const asked: string[] = []
  const wanted = credentials === null ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`
  const sockets = new Set<net.Socket>()
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.headers['proxy-authorization'] !== wanted) {
      response.writeHead(407).end()
      return
    }
    const { port, pathname } = new URL(request.url ?? '')
    const { 'proxy-authorization': _credentials, ...headers } = request.headers
    const onward = http.request(
      { host: '127.0.0.1', port, path: pathname, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.on('connect', (request, socket) => {
    asked.push(`CONNECT ${request.url}`)
    if (request.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const onward = net.connect(Number(request.url?.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    sockets.add(onward)
    for (const end of [socket, onward]) end.on('error', () => onward.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  )
  const { port } = server.address() as AddressInfo
  return { url: `http://${credentials === null ? '' : `${credentials}@`}127.0.0.1:${port}`, asked }
}
