/** `serve` with a terminal that can no longer be written to, and the output of `serve` on a working terminal. */
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { ask } from '#bench/attack/ask'
import type { Attack } from '#bench/attack/attack'
import { launchOwn, ownToken, withOwnEngine } from '#bench/attack/file/ownEngine'
import { startDeadlineMs } from '#bench/gateways/gateway'
import { startOf } from '#bench/machine/procfs'

const warningMs = 500
const endDeadlineMs = 5000

/** Every write fails with ENOSPC, as on a full disk. */
export const deadTerminal: Attack = {
  name: 'a dead terminal',
  as: 'file',
  once: true,
  async play(target) {
    const folder = await target.workspace.makeFolder()
    const breaches: string[] = []
    await withOwnEngine(target, { folder, stderr: '/dev/full' }, async ({ url, process: running }) => {
      const launch = { transport: 'stdio', command: '/nowhere/at-all' }
      const headers = { authorization: `Bearer ${ownToken}`, 'content-type': 'application/json' }
      const post = (path: string, body?: unknown): Promise<unknown> =>
        ask(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body ?? {}) })
      await post('/servers', { name: 'missing', launch })
      await post('/servers/missing/restart')
      await delay(warningMs)
      if (startOf(running.pid) === null)
        breaches.push('the engine exited when its terminal could no longer be written to')
    }).catch(() => breaches.push('the engine exited when its terminal could no longer be written to'))
    return breaches
  },
}

/**
 * The opened address must not contain the token, because it ends up in the browser's history and in the command line of
 * the program that opens it.
 */
export const printedToken: Attack = {
  name: 'a token in the address',
  as: 'file',
  once: true,
  async play(target) {
    const folder = await target.workspace.makeFolder()
    const running = launchOwn(target, { folder, words: [] })
    try {
      const page = await running.waitForLine(/^\s*Page\s+(\S+)/, startDeadlineMs)
      const commandLine = await readFile(`/proc/${running.pid}/cmdline`, 'latin1')
      return [
        ...(page.includes(ownToken) ? ['the opened address contains the access token'] : []),
        ...(commandLine.includes(ownToken) ? ['a command line contains the access token'] : []),
      ]
    } finally {
      await running.end()
    }
  },
}

export const shortToken: Attack = {
  name: 'a guessable token',
  as: 'file',
  once: true,
  async play(target) {
    const folder = await target.workspace.makeFolder()
    const running = launchOwn(target, { folder, env: { SWITCHBOARD_TOKEN: 'short' } })
    const isRefused = await Promise.race([
      running.exited.then((code) => code !== 0),
      running.waitForLine(/"ready":true/, endDeadlineMs).then(
        () => false,
        () => true,
      ),
    ])
    await running.end()
    return isRefused ? [] : ['a token of five letters was taken']
  },
}
