/** Tests the proxy on real sockets: the requests that it receives and sends, and its reports. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type RequestOptions } from 'node:http'
import { type AddressInfo, createServer as createNetServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { EgressProxy, type EgressOptions } from '#engine/hosting/egress/egressProxy'

const port = (server: { address(): unknown }) => (server.address() as AddressInfo).port

async function listening<Server extends ReturnType<typeof createNetServer>>(server: Server): Promise<Server> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return server
}

async function proxyFor(hosts: readonly string[], lookup?: EgressOptions['lookup']) {
  const notes: string[] = []
  const onRefused = (sentence: string) => void notes.push(sentence)
  const proxy = new EgressProxy({ hosts, onRefused, ...(lookup !== undefined && { lookup }) })
  onTestFinished(() => proxy.close())
  const door = await listening(createNetServer({ allowHalfOpen: true }, (socket) => proxy.serve(socket)))
  const ask = async (options: RequestOptions, body = '') => {
    const sent = request({ host: '127.0.0.1', port: port(door), agent: false, ...options })
    sent.end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: answer.statusCode, text: await text(answer), headers: answer.headers }
  }
  const tunnel = async (target: string) => {
    const sent = request({ host: '127.0.0.1', port: port(door), agent: false, method: 'CONNECT', path: target }).end()
    const [answer, socket] = (await once(sent, 'connect')) as [IncomingMessage, Socket]
    onTestFinished(() => void socket.destroy())
    return { status: answer.statusCode, socket }
  }
  return { proxy, notes, ask, tunnel }
}

/** Returns a resolver that resolves every name to these addresses. */
const leadingTo = (...addresses: string[]) =>
  ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )) as unknown as NonNullable<EgressOptions['lookup']>

async function webServer() {
  const heard: IncomingMessage['headers'][] = []
  const server = createServer((asked, answer) => {
    heard.push(asked.headers)
    void text(asked).then((body) => answer.end(`${asked.method} ${asked.url} ${body}`))
  })
  return { heard, port: port(await listening(server)) }
}

test('a plain request goes to the host in its URL, whatever its Host header says, without the headers for the proxy', async () => {
  const web = await webServer()
  const { ask, proxy } = await proxyFor([`127.0.0.1:${web.port}`])
  const headers = { host: 'other.example', 'proxy-authorization': 'Basic eDp5', 'x-own': 'kept' }
  const path = `http://127.0.0.1:${web.port}/a?b=1`
  expect(await ask({ method: 'POST', path, headers }, 'body')).toMatchObject({ status: 200, text: 'POST /a?b=1 body' })
  expect(await ask({ path })).toMatchObject({ status: 200, text: 'GET /a?b=1 ' })
  expect(web.heard[0]).toMatchObject({ host: `127.0.0.1:${web.port}`, 'x-own': 'kept' })
  expect(web.heard[0]).not.toHaveProperty('proxy-authorization')
  expect(proxy.use()).toEqual({ allowed: 2, refused: 0, refusedTargets: [] })
})

test('a tunnel carries data in both directions, and one direction stays open when the other is closed', async () => {
  const other = await listening(
    createNetServer({ allowHalfOpen: true }, (socket) => {
      let count = 0
      socket.on('data', (bytes) => (count += bytes.length)).on('end', () => socket.end(`got ${count}`))
    }),
  )
  const { tunnel } = await proxyFor([`127.0.0.1:${port(other)}`])
  const { status, socket } = await tunnel(`127.0.0.1:${port(other)}`)
  expect(status).toBe(200)
  socket.end(Buffer.alloc(1_000_000))
  expect(await text(socket)).toBe('got 1000000')
})

// Catches a listed name that gives access to this machine: its owner can make it resolve to this machine at any lookup.
test('a listed name that resolves to an address of this machine is refused, and counted once', async () => {
  const web = await webServer()
  const { ask, tunnel, notes, proxy } = await proxyFor([`api.example:${web.port}`], leadingTo('127.0.0.1', '10.0.0.1'))
  expect(await ask({ path: `http://api.example:${web.port}/` })).toMatchObject({ status: 403 })
  expect(await tunnel(`api.example:${web.port}`)).toMatchObject({ status: 403 })
  expect(web.heard).toEqual([])
  expect(proxy.use()).toEqual({ allowed: 0, refused: 2, refusedTargets: [`api.example:${web.port}`] })
  expect(notes).toHaveLength(1)
})

test('a name may resolve to private addresses only if they are listed, too', async () => {
  const web = await webServer()
  const hosts = [`api.example:${web.port}`, `127.0.0.1:${web.port}`]
  const { ask } = await proxyFor(hosts, leadingTo('10.0.0.1', '127.0.0.1'))
  expect(await ask({ path: `http://api.example:${web.port}/x` })).toMatchObject({ status: 200, text: 'GET /x ' })
})

test('a request that is not in the form for a proxy is refused, and an unreachable target is reported', async () => {
  const { ask, tunnel } = await proxyFor(['127.0.0.1:9'])
  expect(await ask({ path: '/' })).toMatchObject({ status: 400 })
  expect(await ask({ path: 'ftp://127.0.0.1:9/' })).toMatchObject({ status: 400 })
  expect(await ask({ path: 'http://[::1]/' })).toMatchObject({ status: 403 })
  expect(await tunnel('nonsense')).toMatchObject({ status: 400 })
  expect(await tunnel('127.0.0.1:9')).toMatchObject({ status: 502 })
  expect(await ask({ path: 'http://127.0.0.1:9/' })).toMatchObject({ status: 502 })
})
