/** Programs of harmful images. Those that are MCP servers do harm when a tool is called, the others immediately. */
import { fillMemory, floodOutput, forkBomb } from '#test/support/hosting/greedyPrograms'

/** Prints a gigabyte on stderr, without a line break. */
const floodErrors = floodOutput(1_024).replace('process.stdout', 'process.stderr').replace('flooded', '\\nflooded')

/** Fills all disk space that it can reach: the folders in memory, and its volume. */
const fillDisks = `
const { openSync, writeSync } = require('node:fs')
const piece = Buffer.alloc(1024 * 1024, 1)
for (const folder of ['/tmp', '/data', '/', '/dev/shm'])
  try {
    const file = openSync(folder + '/much', 'w')
    for (let written = 0; written < 512; written++) writeSync(file, piece)
    console.error(folder + ' took 512 MB')
  } catch (error) { console.error(folder + ' ' + error.code) }
console.error('done')
setInterval(() => {}, 1e6)
`

const ignoresSigterm = `
process.on('SIGTERM', () => {})
process.on('SIGINT', () => {})
process.stdin.on('data', () => {})
console.error('deaf')
setInterval(() => {}, 1e6)
`

/** Prints lines that are not messages, almost messages, and answers without a request. */
const garbage = `
const { randomBytes } = require('node:crypto')
const lines = ['{', '{"jsonrpc":"2.0"', 'null', '[]', '[[[[', '{"jsonrpc":"2.0","id":999999,"result":{}}', '{"jsonrpc":"2.0","id":{},"result":[]}',
  '{"jsonrpc":"2.0","method":5}', '{"__proto__":{"x":1},"jsonrpc":"2.0","id":1,"result":7}', '"text"', '\\u0000\\u001b[2J', '{"jsonrpc":"2.0","id":1,"error":"no"}']
let left = 2000
const more = () => {
  if (left-- === 0) return console.error('said')
  const line = left % 3 === 0 ? randomBytes(300).toString('latin1') : lines[left % lines.length]
  process.stdout.write(line + '\\n', more)
}
more()
setInterval(() => {}, 1e6)
`

export const hostilePrograms = {
  'a fork bomb': forkBomb,
  'a full disk': fillDisks,
  'a full memory': fillMemory,
  'a gigabyte on stdout without the end of a line': floodOutput(1_024),
  'a gigabyte on stderr without the end of a line': floodErrors,
  'no answer to anything': 'process.stdin.resume(); console.error("quiet")',
  'an exit, again and again': 'console.error("bye"); process.exit(3)',
  'no notice of SIGTERM': ignoresSigterm,
  'garbage on stdout': garbage,
} as const

export type HostileName = keyof typeof hostilePrograms
