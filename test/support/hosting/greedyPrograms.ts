/** Programs for `node -e` that use more than they are allowed. Each reports on stderr how far it came. */

/** Starts processes until no more can be started, reports how many, and keeps running. */
export const forkBomb = `
const { spawn } = require('node:child_process')
let count = 0
const more = () => {
  let child
  try {
    child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
  } catch { return done() }
  child.on('error', done)
  child.on('spawn', () => ++count < 2000 ? more() : done())
}
let told = false
const done = () => { if (!told) { told = true; console.error('processes ' + count) } }
more()
setInterval(() => {}, 1e6)
`

/** Allocates and writes memory until it is killed. */
export const fillMemory = `
const kept = []
const more = () => { kept.push(Buffer.alloc(16 * 1024 * 1024, 1)); setImmediate(more) }
more()
`

/** Writes into a folder until that fails, reports how much it wrote and why it failed, and keeps running. */
export const fillDisk = (folder: string): string => `
const { openSync, writeSync } = require('node:fs')
let written = 0
try {
  const file = openSync(${JSON.stringify(`${folder}/much`)}, 'w')
  const piece = Buffer.alloc(1024 * 1024, 1)
  while (written < 4096) written += writeSync(file, piece) / piece.length
  console.error('wrote all')
} catch (error) { console.error(error.code + ' after ' + Math.floor(written) + ' MB') }
setInterval(() => {}, 1e6)
`

/** Prints this many megabytes without a line break. */
export const floodOutput = (megabytes: number): string => `
const piece = Buffer.alloc(1024 * 1024, 120)
let left = ${megabytes}
const more = () => { if (left-- > 0) process.stdout.write(piece, more); else console.error('flooded') }
more()
setInterval(() => {}, 1e6)
`

/** Tries to use a whole core. */
export const burnCpu = 'for (;;);'
