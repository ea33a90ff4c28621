/** MCP servers for `node -e`, for images that contain none of our files. */

/** The shared part on stdin and stdout. Each server adds its own `tools` and `call(id, name, given)`. */
const spoken = `
const fs = require('fs')
let rest = ''
const answer = (id, given) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...given }) + '\\n')
const text = (value) => ({ result: { content: [{ type: 'text', text: String(value) }] } })
const take = ({ id, method, params }) => {
  if (id === undefined) return
  if (method === 'initialize')
    answer(id, { result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1' } } })
  else if (method === 'ping') answer(id, { result: {} })
  else if (method === 'tools/list') answer(id, { result: { tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })) } })
  else if (method === 'tools/call') call(id, params.name, params.arguments ?? {})
  else answer(id, { error: { code: -32601, message: 'no ' + method } })
}
const listen = () => process.stdin.on('data', (bytes) => {
  const lines = (rest + bytes).split('\\n')
  rest = lines.pop()
  for (const line of lines) take(JSON.parse(line))
})
`

/** Keeps notes in its volume, returns a variable, waits, blocks, and exits on request. */
export const notesProgram = `${spoken}
const tools = ['put', 'get', 'append', 'variable', 'die', 'grow', 'wait', 'most', 'refuse', 'block', 'ended']
let [atOnce, most] = [0, 0]
const kept = []
const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')
const call = (id, name, given) => {
  if (name === 'put') {
    fs.writeFileSync('/data/note', given.text)
    answer(id, text('put'))
  } else if (name === 'get') answer(id, text(read('/data/note')))
  else if (name === 'append') {
    fs.appendFileSync('/data/note', given.text + '\\n')
    answer(id, text('appended'))
  } else if (name === 'variable') answer(id, text(process.env[given.name]))
  else if (name === 'die') {
    process.stderr.write((given.words ?? 'I was told to') + '\\n')
    process.exit(9)
  } else if (name === 'grow') for (;;) kept.push(Buffer.alloc(8e6, 1))
  else if (name === 'wait') {
    most = Math.max(most, ++atOnce)
    setTimeout(() => {
      atOnce -= 1
      answer(id, text('waited'))
    }, given.ms)
  } else if (name === 'most') answer(id, text(most))
  else if (name === 'refuse') answer(id, { error: given })
  else if (name === 'ended') answer(id, text(read('/data/ended')))
  else if (name === 'block') {
    for (const until = Date.now() + given.ms; Date.now() < until; );
    answer(id, text('went on'))
  } else answer(id, { error: { code: -32602, message: 'Unknown tool: ' + name } })
}
process.on('SIGTERM', () => {
  if (process.env.STUBBORN !== undefined) return
  try { fs.writeFileSync('/data/ended', 'by SIGTERM') } catch {}
  process.exit(0)
})
listen()
`

/** Serves MCP over HTTP, with one tool, which identifies the process by its start time. */
export const webProgram = `
const http = require('http')
const tools = [{ name: 'pid', inputSchema: { type: 'object' } }]
let born = Date.now() + ':' + Math.random()
http.createServer((request, response) => {
  let body = ''
  request.on('data', (bytes) => (body += bytes))
  request.on('end', () => {
    if (request.method !== 'POST' || request.url !== '/mcp') return response.writeHead(405).end()
    const { id, method } = JSON.parse(body)
    if (id === undefined) return response.writeHead(202).end()
    const results = {
      initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'web', version: '1' } },
      ping: {},
      'tools/list': { tools },
      'tools/call': { content: [{ type: 'text', text: born }] },
    }
    const result = results[method]
    const given = result === undefined ? { error: { code: -32601, message: 'no' } } : { result }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, ...given }))
  })
}).listen(8080, '0.0.0.0')
process.on('SIGTERM', () => process.exit(0))
`
