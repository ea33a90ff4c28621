/**
 * The floor of the comparison: MCP over HTTP in front of one stdio server, where only ids are mapped. It has no token,
 * no Host or Origin check, no sessions, no limits, no routes and no cancellation. A gateway can come near it but not
 * below it. Run as `node relay.ts SERVER`. It prints one line with its address when it listens.
 */
import { spawn } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Message {
  id?: number | string
}

interface Waiting {
  readonly id: number | string
  readonly response: ServerResponse
}

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] })
// A plain object instead of a Map. A Map that is filled and emptied all the time links its discarded tables to the
// current one. Once one of them is old, everything that passes through lives until a full collection, which costs a
// third of the throughput.
const waiting: Record<number, Waiting> = Object.create(null) as Record<number, Waiting>
let lastId = 0

function relay(body: string, response: ServerResponse): void {
  const message = JSON.parse(body) as Message
  if (message.id === undefined) {
    child.stdin.write(`${body}\n`)
    response.writeHead(202).end()
    return
  }
  waiting[++lastId] = { id: message.id, response }
  message.id = lastId
  child.stdin.write(`${JSON.stringify(message)}\n`)
}

function answer(line: string): void {
  const message = JSON.parse(line) as Message
  const id = message.id as number
  const found = waiting[id]
  if (found === undefined) return
  delete waiting[id]
  message.id = found.id
  const text = JSON.stringify(message)
  found.response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  found.response.end(text)
}

let rest = ''
child.stdout.setEncoding('utf8')
child.stdout.on('data', (chunk: string) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) answer(line)
})
child.on('exit', () => process.exit())
process.on('SIGTERM', () => child.stdin.end())

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => {
    body += chunk
  })
  request.on('end', () => relay(body, response))
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`)
})
