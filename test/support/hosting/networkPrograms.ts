/** Functions for `node -e` programs that look for ways out of a container. Each returns its outcome in one word. */

/** `tunnel` and `plain` use the proxy that the environment variables name. `direct` and `datagram` bypass it. */
export const throughProxy = `
const http = require('node:http'), net = require('node:net'), dgram = require('node:dgram')
const proxy = new URL(process.env.HTTPS_PROXY)
const ofProxy = { host: proxy.hostname, port: proxy.port, agent: false }
const tunnel = (target) => new Promise((done) => {
  http.request({ ...ofProxy, method: 'CONNECT', path: target })
    .on('connect', (answer, socket) => { socket.destroy(); done(String(answer.statusCode)) })
    .on('error', (error) => done(error.code)).end()
})
const plain = (url, headers) => new Promise((done) => {
  http.get({ ...ofProxy, path: url, headers }, (answer) => {
    let text = ''
    answer.on('data', (bytes) => (text += bytes)).on('end', () => done(answer.statusCode + ' ' + text))
  }).on('error', (error) => done(error.code))
})
const direct = (host, port) => new Promise((done) => {
  const socket = net.connect({ host, port, timeout: 2000 })
  socket.on('connect', () => { socket.destroy(); done('connected') })
  socket.on('timeout', () => { socket.destroy(); done('failed') })
  socket.on('error', (error) => done(error.code))
})
const datagram = (host, port) => new Promise((done) => {
  const socket = dgram.createSocket('udp4').on('error', () => done('failed'))
  socket.send('leaked', port, host, (error) => { socket.close(); done(error ? error.code : 'sent') })
})
`

/** An MCP server with one tool, which fetches an address. */
export const fetchingServer = `
let rest = ''
const answer = (id, given) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...given }) + '\\n')
const results = {
  initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'fetch', version: '1' } },
  ping: {},
  'tools/list': { tools: [{ name: 'fetch', inputSchema: { type: 'object' } }] },
}
process.on('SIGTERM', () => process.exit(0))
process.stdin.on('end', () => process.exit(0)).on('data', (bytes) => {
  const lines = (rest + bytes).split('\\n')
  rest = lines.pop()
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) continue
    if (method in results) answer(id, { result: results[method] })
    else if (method !== 'tools/call') answer(id, { error: { code: -32601, message: 'no ' + method } })
    else fetch(params.arguments.url).then((got) => got.text(), () => 'failed')
      .then((text) => answer(id, { result: { content: [{ type: 'text', text }] } }))
  }
})
`
