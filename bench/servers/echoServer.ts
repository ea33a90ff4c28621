/**
 * The MCP server behind every contestant: JSON-RPC lines on stdio, as lean as plain Node allows, so that the contestant
 * is what is measured. Its tools echo their `text`, or return as many `bytes` as requested. Run as `node echoServer.ts
 * [PREFIX [TOOLS [FILE]]]`. 25 tools make a listing of a usual size, and a call with `grow` adds one. While FILE
 * exists, the server never answers.
 */
import { existsSync } from 'node:fs'
import type { Incoming } from '#test/servers/wire'

type Message = Incoming<{ readonly protocolVersion?: string; readonly arguments?: Arguments }>

interface Arguments {
  readonly text?: string
  readonly bytes?: number
  readonly grow?: true
}

const [prefix = '', count = '25', hangFile] = process.argv.slice(2)
const hangs = hangFile !== undefined && existsSync(hangFile)
const inputSchema = { type: 'object', properties: { text: { type: 'string', description: 'What comes back.' } } }
const tools = ['echo', ...Array.from({ length: Number(count) - 1 }, (_, index) => `other_${index + 1}`)].map(toolNamed)
const unknownMethod = { error: { code: -32601, message: 'Method not found' } }
const listChanged = `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })}\n`

function toolNamed(name: string): object {
  const description = `Gives back the text that it was given, unchanged. A tool of the benchmark by the name of ${name}.`
  return { name: `${prefix}${name}`, description, inputSchema }
}

function answerTo({ text, bytes, grow }: Arguments): string {
  if (grow === true) {
    tools.push(toolNamed(`grown_${tools.length}`))
    process.stdout.write(listChanged)
  }
  return bytes === undefined ? (text ?? '') : 'x'.repeat(bytes)
}

function outcome(message: Message): object {
  switch (message.method) {
    case 'tools/call':
      return { result: { content: [{ type: 'text', text: answerTo(message.params?.arguments ?? {}) }] } }
    case 'tools/list':
      return { result: { tools } }
    case 'initialize':
      return {
        result: {
          protocolVersion: message.params?.protocolVersion,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'bench', version: '1.0.0' },
        },
      }
    case 'ping':
      return { result: {} }
    case undefined:
    default:
      return unknownMethod
  }
}

let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk: string) => {
  if (hangs) return
  const lines = (rest + chunk).split('\n')
  rest = lines.pop() ?? ''
  let answers = ''
  for (const line of lines) {
    const message = JSON.parse(line) as Message
    if (message.id === undefined) continue
    answers += `${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...outcome(message) })}\n`
  }
  if (answers !== '') process.stdout.write(answers)
})
