/**
 * The one MCP server behind every contestant: JSON-RPC lines on stdio, as lean as plain Node allows, so that what is
 * measured is the contestant. 25 tools make a listing of a usual size; every one of them echoes its `text`.
 */
interface Message {
  readonly id?: number | string
  readonly method: string
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly text?: string } }
}

const inputSchema = { type: 'object', properties: { text: { type: 'string', description: 'What comes back.' } } }
const names = ['echo', ...Array.from({ length: 24 }, (_, index) => `other_${index + 1}`)]
const tools = names.map((name) => ({
  name,
  description: `Gives back the text that it was given, unchanged. A tool of the benchmark by the name of ${name}.`,
  inputSchema,
}))
const unknownMethod = { error: { code: -32601, message: 'Method not found' } }

function outcome(message: Message): object {
  switch (message.method) {
    case 'tools/call':
      return { result: { content: [{ type: 'text', text: message.params?.arguments?.text ?? '' }] } }
    case 'tools/list':
      return { result: { tools } }
    case 'initialize':
      return {
        result: {
          protocolVersion: message.params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'bench', version: '1.0.0' },
        },
      }
    case 'ping':
      return { result: {} }
    default:
      return unknownMethod
  }
}

let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', (chunk: string) => {
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
