/**
 * Does the least that a client can do with a container: create it, attach, start it, and exchange JSON-RPC lines in the
 * Engine's frames.
 */
import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import type Dockerode from 'dockerode'
import { textOf, type CallClient } from '#bench/calls/callClient'
import { type BenchRuntime, echoImage, rawDocker, socketOf } from '#bench/hosted/benchDocker'

interface Answer {
  readonly id: number
  readonly result: unknown
}

export interface HandMade extends CallClient {
  /** Removes the container with its contents. */
  close(): Promise<void>
}

const megabyte = 2 ** 20
/** A hosted server's settings, so that the runtime does the same work for both. */
const limits = {
  NanoCpus: 5e8,
  Memory: 512 * megabyte,
  MemorySwap: 512 * megabyte,
  PidsLimit: 512,
  CapDrop: ['ALL'],
  SecurityOpt: ['no-new-privileges'],
  ReadonlyRootfs: true,
  NetworkMode: 'none',
  Init: true,
  LogConfig: { Type: 'none', Config: {} },
  Tmpfs: { '/tmp': 'rw,nosuid,nodev,size=268435456,mode=1777' },
} as const

/** Resolves when the server has answered `initialize`. */
export async function attachByHand(docker: Dockerode, url: string, runtime: BenchRuntime): Promise<HandMade> {
  const container = await docker.createContainer({
    Image: echoImage,
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: { ...limits, ...(runtime === 'gvisor' && { Runtime: 'runsc' }) },
  })
  const socket = await attach(socketOf(url), container.id)
  await container.start()
  const ask = speak(socket)
  const clientInfo = { name: 'bench', version: '1.0.0' }
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  socket.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  return {
    call: async (text) => textOf(await ask('tools/call', { name: 'echo', arguments: { text } })),
    async close() {
      socket.destroy()
      await container.remove({ force: true })
    },
  }
}

/** Starts the containers at the same time. Resolves with the time until the last one was initialized. */
export async function startByHand(count: number, url: string, runtime: BenchRuntime): Promise<number> {
  const docker = rawDocker(url)
  const startedAt = performance.now()
  const all = await Promise.all(Array.from({ length: count }, () => attachByHand(docker, url, runtime)))
  const took = performance.now() - startedAt
  await Promise.all(all.map((one) => one.close()))
  return took
}

async function attach(socketPath: string, id: string): Promise<Socket> {
  const path = `/containers/${id}/attach?stream=1&stdin=1&stdout=1&stderr=1`
  const headers = { Connection: 'Upgrade', Upgrade: 'tcp', 'Content-Length': 0 }
  const sent = request({ socketPath, method: 'POST', path, headers, agent: false })
  sent.end()
  const [, socket] = (await once(sent, 'upgrade')) as [unknown, Socket]
  return socket
}

function speak(socket: Socket): (method: string, params: object) => Promise<unknown> {
  const waiting = new Map<number, (result: unknown) => void>()
  let lastId = 0
  let frames: Buffer = Buffer.alloc(0)
  let rest = ''
  const take = (text: string): void => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { id, result } = JSON.parse(line) as Answer
      waiting.get(id)?.(result)
      waiting.delete(id)
    }
  }
  socket.on('data', (bytes: Buffer) => {
    frames = frames.length === 0 ? bytes : Buffer.concat([frames, bytes])
    while (frames.length >= 8) {
      const end = 8 + frames.readUInt32BE(4)
      if (frames.length < end) return
      if (frames[0] === 1) take(frames.toString('utf8', 8, end))
      frames = frames.subarray(end)
    }
  })
  return (method, params) =>
    new Promise((resolve) => {
      const id = ++lastId
      waiting.set(id, resolve)
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
}
