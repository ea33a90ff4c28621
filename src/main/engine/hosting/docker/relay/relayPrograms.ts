/**
 * Programs that run in the container of a server with a list of hosts. They are passed to `node -e`, so they need no
 * file.
 */

import { frameTypes, maxPieceBytes, windowBytes } from '#engine/hosting/egress/tunnel'

/** The relay's port on the container's loopback. */
export const relayPort = 13_128

/**
 * The relay: carries the connections made to its port over its stdin and stdout, in the frames of `egress/tunnel`. It
 * exits when stdin or stdout closes.
 */
export const relayProgram = `
const { createServer } = require('node:net')
const open = new Map()
let last = 0
const send = (type, id, payload = Buffer.alloc(0)) => {
  const header = Buffer.alloc(9)
  header[0] = type
  header.writeUInt32BE(id, 1)
  header.writeUInt32BE(payload.length, 5)
  process.stdout.write(Buffer.concat([header, payload]))
}
const sendOn = (one) => {
  while (one.unsent.length > 0 && one.credit > 0) {
    const piece = one.unsent.subarray(0, Math.min(one.credit, ${maxPieceBytes}))
    one.unsent = one.unsent.subarray(piece.length)
    one.credit -= piece.length
    send(${frameTypes.data}, one.id, piece)
  }
  if (one.unsent.length > 0) one.socket.pause()
  else if (!one.hasEnded) one.socket.resume()
  else if (!one.toldEnd) {
    one.toldEnd = true
    send(${frameTypes.end}, one.id)
  }
}
const take = (type, id, payload) => {
  const one = open.get(id)
  if (one === undefined) return
  if (type === ${frameTypes.data}) one.socket.write(payload, () => {
    const taken = Buffer.alloc(4)
    taken.writeUInt32BE(payload.length, 0)
    send(${frameTypes.credit}, id, taken)
  })
  else if (type === ${frameTypes.end}) one.socket.end()
  else if (type === ${frameTypes.reset}) one.socket.destroy()
  else if (type === ${frameTypes.credit}) {
    one.credit += payload.readUInt32BE(0)
    sendOn(one)
  }
}
let rest = Buffer.alloc(0)
process.stdin.on('data', (bytes) => {
  rest = Buffer.concat([rest, bytes])
  while (rest.length >= 9 && rest.length >= 9 + rest.readUInt32BE(5)) {
    const end = 9 + rest.readUInt32BE(5)
    take(rest[0], rest.readUInt32BE(1), rest.subarray(9, end))
    rest = rest.subarray(end)
  }
}).on('end', () => process.exit())
process.stdout.on('error', () => process.exit())
createServer({ allowHalfOpen: true }, (socket) => {
  const one = { id: ++last, socket, credit: ${windowBytes}, unsent: Buffer.alloc(0), hasEnded: false, toldEnd: false }
  open.set(one.id, one)
  send(${frameTypes.open}, one.id)
  socket.on('data', (bytes) => {
    one.unsent = Buffer.concat([one.unsent, bytes])
    sendOn(one)
  }).on('end', () => {
    one.hasEnded = true
    sendOn(one)
  }).on('error', () => {}).on('close', () => {
    open.delete(one.id)
    if (!one.toldEnd || !socket.writableFinished) send(${frameTypes.reset}, one.id)
  })
}).on('error', () => process.exit(1)).listen(${relayPort}, '127.0.0.1', () => send(${frameTypes.ready}, 0))`

/** The relay's arguments for Node. They limit its memory, which counts towards the server's limit. */
export const relayArguments = ['--max-old-space-size=32', '--max-semi-space-size=1', '-e', relayProgram] as const

/** The variable that keeps `NODE_OPTIONS` for the server's own program, because the gate must run without them. */
export const keptOptions = 'SWITCHBOARD_NODE_OPTIONS'

/**
 * The gate: waits until the relay is listening, then becomes the server's own program, which can use the network
 * immediately.
 */
export const gateProgram = `
const { connect } = require('node:net')
const { accessSync, constants } = require('node:fs')
const { delimiter, join } = require('node:path')
const [command, ...given] = process.argv.slice(1)
const env = { ...process.env, NODE_OPTIONS: process.env.${keptOptions} }
for (const name of ['${keptOptions}', ...(env.NODE_OPTIONS ? [] : ['NODE_OPTIONS'])]) delete env[name]
const folders = command.includes('/') ? [''] : (env.PATH || '/usr/local/bin:/usr/bin:/bin').split(delimiter)
const isThere = (path) => { try { accessSync(path, constants.X_OK); return true } catch { return false } }
const begin = () => {
  const path = folders.map((folder) => join(folder, command)).find(isThere)
  try {
    if (path === undefined) throw new Error('the image does not contain this program')
    process.execve(path, [command, ...given], env)
  } catch (error) {
    console.error(command + ' could not be started: ' + error.message)
    process.exit(127)
  }
}
const look = () => connect(${relayPort}, '127.0.0.1')
  .once('connect', begin)
  .once('error', () => setTimeout(look, 20))
look()`

/** The variables that name the proxy, in every form that programs read. */
export function proxyVariables(): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${relayPort}`
  const own = 'localhost,127.0.0.1,::1'
  return {
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    http_proxy: proxy,
    https_proxy: proxy,
    NO_PROXY: own,
    no_proxy: own,
    // Node reads the other variables only if this one is set.
    NODE_USE_ENV_PROXY: '1',
  }
}
