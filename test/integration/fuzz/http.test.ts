/**
 * Sends requests to the endpoint that no client should send. The door stays up, answers with a fitting status, reveals
 * nothing without a valid token, and keeps nothing. `npm run fuzz -- --door http` runs the test for longer.
 */
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { type Door, fuzz, fuzzTimeout } from '#test/integration/fuzz/fuzz'
import { type FuzzedHost, openFuzzedHost } from '#test/integration/fuzz/fuzzedHost'
import { type FuzzedRequest, fuzzedRequest } from '#test/integration/fuzz/httpRequests'

/** The statuses that a door may answer with. An internal fault or an overload is not among them. */
const rightStatuses = new Set([200, 202, 204, 400, 401, 403, 404, 405, 406, 408, 413, 415, 421, 426, 431, 501])

it('[R13] the HTTP door stays up, keeps nothing, and reveals nothing', { timeout: fuzzTimeout }, async () => {
  const host = await openFuzzedHost()
  const refusals = new Set<string>()
  expect(await fuzz(host, httpDoor(host, refusals))).toEqual([])
  expect(refusals.size).toBe(1)
})

/**
 * Describes the HTTP door. `refusals` collects the answers to requests without a valid token, all of which must be
 * equal.
 */
function httpDoor({ url, token }: FuzzedHost, refusals: Set<string>): Door {
  const { host, port } = new URL(url)
  return {
    name: 'the HTTP door',
    exchange: (random) => {
      const request = fuzzedRequest(random, { host, token })
      return {
        title: request.head.slice(0, 300),
        requests: 1,
        play: async () => {
          const text = await send(Number(port), request)
          return { text, wrong: flawsOf(request, text, refusals) }
        },
      }
    },
  }
}

function flawsOf({ hasToken, head }: FuzzedRequest, answer: string, refusals: Set<string>): string[] {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
  if (!hasToken && status === 401 && !head.startsWith('HEAD')) refusals.add(withoutDate(answer))
  const isLetIn = !hasToken && status >= 200 && status < 300 && !head.startsWith('OPTIONS')
  return [
    ...(status !== 0 && !rightStatuses.has(status) ? [`status ${status}`] : []),
    ...(isLetIn ? ['let in'] : []),
    ...(answer.split(/^HTTP\/1\.1 [2-5]/m).length > 2 ? ['a second answer'] : []),
  ]
}

/**
 * Returns the whole answer, or the part that arrived before the other side closed. For a stream, only the head is read.
 */
function send(port: number, request: FuzzedRequest): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const done = () => {
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
