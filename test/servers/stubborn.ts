/**
 * A server that ignores the end of stdin and every signal that it can ignore. Its descendants do the same:
 *   stubborn ─┬─ child in its group
 *             └─ child that left the group (a session of its own) ── its child
 * It prints `pids: {"self":…,"child":…,"left":…,"grandchild":…}` to stderr once all of these processes are running.
 * With `--orphan`, the child that left the group exits after it has started its own child, which then has no parent.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { echoTools } from '#test/servers/echoTools'
import { option, serve } from '#test/servers/support'

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
process.stdin.on('error', () => {})
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

const role = option('role') ?? 'server'
const orphan = process.argv.includes('--orphan')

/** Starts this file in another role. Resolves with the pids that the child prints on stdout. */
function start(childRole: string, detached: boolean): Promise<number[]> {
  const args = [import.meta.filename, '--role', childRole, ...(orphan ? ['--orphan'] : [])]
  const child = spawn(process.execPath, args, { detached, stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => {
      const pids = JSON.parse(line) as number[]
      if (orphan && childRole === 'left') child.once('exit', () => resolve(pids))
      else resolve(pids)
    })
  })
}

if (role === 'server') {
  const [[child], [left, grandchild]] = await Promise.all([start('child', false), start('left', true)])
  process.stderr.write(`pids: ${JSON.stringify({ self: process.pid, child, left, grandchild })}\n`)
  serve({ name: 'stubborn', tools: echoTools })
} else if (role === 'left') {
  const [grandchild] = await start('child', false)
  process.stdout.write(`${JSON.stringify([process.pid, grandchild])}\n`, () => {
    if (orphan) process.exit(0)
  })
} else {
  process.stdout.write(`${JSON.stringify([process.pid])}\n`)
}

setInterval(() => {}, 3_600_000)
