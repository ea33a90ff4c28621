/** Tests the tunnel with the real relay, run as a process on this machine. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net'
import { Duplex, duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { relayPort, relayProgram } from '#engine/hosting/docker/relay/relayPrograms'
import { EgressProxy } from '#engine/hosting/egress/egressProxy'
import { frameTypes, openTunnel, windowBytes } from '#engine/hosting/egress/tunnel'

async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function relayed(onConnection: (connection: Duplex) => void) {
  const port = await freePort()
  const program = relayProgram.replace(String(relayPort), String(port))
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const wire = Duplex.from({ readable: child.stdout, writable: child.stdin })
  wire.on('error', () => undefined)
  const tunnel = openTunnel({ wire, now: () => performance.now(), onConnection })
  return { port, tunnel, child, exited }
}

test('the data of concurrent connections arrives completely, and so do their ends', async () => {
  const { port, tunnel } = await relayed((connection) => connection.pipe(connection))
  await tunnel.ready
  const echoed = Array.from({ length: 20 }, async (_, at) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.end(String(at).repeat(100_000))
    return (await text(socket)) === String(at).repeat(100_000)
  })
  expect(await Promise.all(echoed)).toEqual(Array.from({ length: 20 }, () => true))
  tunnel.close()
})

test('a response in pieces passes through proxy and tunnel unchanged', async () => {
  const web = createServer((_asked, answer) => {
    answer.write('one ')
    setImmediate(() => answer.end('two'))
  }).listen(0, '127.0.0.1')
  await once(web, 'listening')
  onTestFinished(() => void web.close())
  const address = `127.0.0.1:${(web.address() as AddressInfo).port}`
  const proxy = new EgressProxy({ hosts: [address], onRefused: () => undefined })
  const { port, tunnel } = await relayed((connection) => proxy.serve(connection))
  await tunnel.ready
  const sent = request({ host: '127.0.0.1', port, agent: false, path: `http://${address}/` }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  expect(await text(answer)).toBe('one two')
  tunnel.close()
})

test('the relay exits when the tunnel is closed, and the tunnel is closed when the relay exits', async () => {
  const one = await relayed(() => undefined)
  await one.tunnel.ready
  one.tunnel.close()
  await one.exited
  const other = await relayed(() => undefined)
  await other.tunnel.ready
  other.child.kill('SIGKILL')
  await other.tunnel.closed
  const never = await relayed(() => undefined)
  never.child.kill('SIGKILL')
  await expect(never.tunnel.ready).rejects.toThrow(/before it was listening/)
})

// The relay runs in the server's container, so the server may replace it with any program.
test('a frame that breaks the rules of the tunnel closes the tunnel', async () => {
  const frame = (type: number, id: number, payload = Buffer.alloc(0)) => {
    const header = Buffer.alloc(9)
    header[0] = type
    header.writeUInt32BE(id, 1)
    header.writeUInt32BE(payload.length, 5)
    return Buffer.concat([header, payload])
  }
  const { open, data, end, credit } = frameTypes
  const piece = Buffer.alloc(32 * 1_024)
  const flood = Array.from({ length: windowBytes / piece.length + 1 }, () => frame(data, 1, piece))
  const broken: Readonly<Record<string, readonly Buffer[]>> = {
    'more than its window': [frame(open, 1), ...flood],
    'more than a piece': [frame(open, 1), frame(data, 1, Buffer.alloc(piece.length + 1))],
    'more after the end': [frame(open, 1), frame(end, 1), frame(data, 1, piece)],
    'a connection number used twice': [frame(open, 1), frame(open, 1)],
    'more credit than was used': [frame(open, 1), frame(credit, 1, Buffer.from([0, 0, 0, 1]))],
    'an unknown type': [frame(open, 1), frame(9, 1)],
    'too many connections': Array.from({ length: 2_001 }, (_, at) => frame(open, at)),
  }
  for (const [rule, frames] of Object.entries(broken)) {
    const [one, other] = duplexPair()
    let connections = 0
    const tunnel = openTunnel({ wire: one, now: () => 0, onConnection: () => void connections++ })
    other.resume()
    for (const bytes of frames) other.write(bytes)
    await tunnel.closed
    expect(`${rule}: ${one.destroyed} ${connections <= 128}`).toBe(`${rule}: true true`)
  }
})
