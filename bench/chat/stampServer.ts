/**
 * An MCP server that reports when it received each call: `node stampServer.ts TOOLS`. It uses the machine's monotonic
 * clock, which is the same for every process. Each call waits for `ms`, and calls run concurrently.
 */
import { setTimeout } from 'node:timers/promises'
import type { Incoming } from '#test/servers/wire'

type Message = Incoming<{ readonly protocolVersion?: string; readonly arguments?: Arguments }>

interface Arguments {
  readonly ms?: number
}

export interface Stamp {
  readonly receivedAt: number
  readonly answeredAt: number
}

const [count = '25'] = process.argv.slice(2)
const inputSchema = {
  type: 'object',
  properties: { text: { type: 'string', description: 'Anything.' }, ms: { type: 'integer', minimum: 0 } },
}
const tools = ['stamp', ...Array.from({ length: Number(count) - 1 }, (_, index) => `extra_${index + 1}`)].map(
  (name) => ({
    name,
    description: `Says when it was called. A tool of the benchmark by the name of ${name}.`,
    inputSchema,
    annotations: { readOnlyHint: true },
  }),
)
const now = (): number => Number(process.hrtime.bigint()) / 1e6

async function outcome({ method, params }: Message, receivedAt: number): Promise<object> {
  switch (method) {
    case 'tools/call': {
      const { ms = 0 } = params?.arguments ?? {}
      if (ms > 0) await setTimeout(ms)
      const stamp: Stamp = { receivedAt, answeredAt: now() }
      return { result: { content: [{ type: 'text', text: JSON.stringify(stamp) }] } }
    }
    case 'tools/list':
      return { result: { tools } }
    case 'initialize': {
      const serverInfo = { name: 'stamp', version: '1.0.0' }
      return { result: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo } }
    }
    case 'ping':
      return { result: {} }
    case undefined:
    default:
      return { error: { code: -32601, message: 'Method not found' } }
  }
}

let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk: string) => {
  const receivedAt = now()
  const lines = (rest + chunk).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    const message = JSON.parse(line) as Message
    if (message.id === undefined) continue
    void outcome(message, receivedAt).then((answer) =>
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer })}\n`),
    )
  }
})
