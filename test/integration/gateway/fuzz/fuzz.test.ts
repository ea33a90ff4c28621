/**
 * The endpoint under requests that no client should send, through the whole door: it stays up, answers with a status that
 * fits, tells nothing to who has no right token, and keeps nothing. `npm run fuzz -- --seconds 60 [--seed N]` runs it longer.
 */
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { bearer, openClientDoor, ownerToken } from '#test/integration/gateway/clientDoor'
import { type FuzzedRequest, fuzzedRequest, seeded } from '#test/integration/gateway/fuzz/requests'
import { connectV2 } from '#test/support/mcpClients'

const seconds = Number(process.env['FUZZ_SECONDS'] ?? 8)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_728)
const atOnce = 16
const grownBytes = 60 * 1_024 * 1_024

/** What a door may say: never a fault of its own, nor that it is overloaded. */
const rightStatuses = new Set([200, 202, 204, 400, 401, 403, 404, 405, 406, 408, 413, 415, 421, 426, 431, 501])

it('[R13] stays up, keeps nothing, and tells nothing', { timeout: (seconds + 60) * 1_000 }, async () => {
  const door = await openClientDoor()
  const { host, port } = new URL(door.url)
  const random = seeded(seed)
  const sockets = new Set<Socket>()
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  const refusals = new Set<string>()
  const wrong: string[] = []
  let sent = 0
  const batch = async () => {
    const requests = Array.from({ length: atOnce }, () => fuzzedRequest(random, { host, token: ownerToken }))
    const answers = await Promise.all(requests.map((request) => send(Number(port), request, sockets)))
    sent += answers.length
    for (const [index, answer] of answers.entries()) {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
      const { hasToken, head } = requests[index] ?? { hasToken: true, head: '' }
      if (status !== 0 && !rightStatuses.has(status)) wrong.push(`${status}: ${head.slice(0, 300)}`)
      if (!hasToken && status === 401 && !head.startsWith('HEAD')) refusals.add(withoutDate(answer))
      if (!hasToken && status >= 200 && status < 300 && !head.startsWith('OPTIONS')) wrong.push(`let in: ${head}`)
    }
  }
  await batch()
  const before = heapBytes()
  const end = Date.now() + seconds * 1_000
  while (Date.now() < end) await batch()
  console.log(`fuzz: ${sent} requests from seed ${seed}`)
  expect(wrong).toEqual([])
  expect(refusals.size).toBe(1)
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  await expect
    .poll(() => door.engine.gateway.inUse())
    .toMatchObject({ channels: 0, subscriptions: 0, held: 0, underWay: 0 })
  const client = await connectV2(`${door.url}/mcp`, 'modern', {}, bearer(ownerToken))
  expect((await client.listTools()).tools.length).toBeGreaterThan(0)
  await client.close()
  expect(heapBytes() - before).toBeLessThan(grownBytes)
})

/** The whole answer, or what came of it until the other side let go; a stream is left after its head. */
function send(port: number, request: FuzzedRequest, sockets: Set<Socket>): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    sockets.add(socket)
    let answer = ''
    const done = () => {
      sockets.delete(socket)
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(1_000, done)
    socket.on('error', done).on('close', done)
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      if (/content-type: text\/event-stream/i.test(answer)) done()
    })
    socket.write(request.head)
    const { body, parts } = request
    const size = Math.ceil(body.length / parts)
    const write = (part: number) => {
      if (socket.destroyed || part >= parts || (request.isCut && part === parts - 1)) return
      socket.write(body.subarray(part * size, (part + 1) * size), () => setImmediate(write, part + 1))
    }
    write(0)
  })
}

function withoutDate(answer: string): string {
  return answer.replace(/^date: .*\r\n/im, '')
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}
