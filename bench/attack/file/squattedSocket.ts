/**
 * With a long data path, the control socket is in the world-writable temporary folder. Another user has created that
 * folder first, with a socket that records what it receives. Only root can play this attack, because it acts as another
 * user.
 */
import { chownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import type { Attack } from '#bench/attack/attack'
import { runCommand, withOwnEngine } from '#bench/attack/file/ownEngine'

const otherUserId = 65_534

export const squattedSocket: Attack = {
  name: 'a squatted socket',
  as: 'file',
  once: true,
  async play(target) {
    if (process.getuid?.() !== 0) return []
    const folder = await target.workspace.makeFolder()
    const dataFolder = join(folder, 'long-name-'.repeat(10), 'data')
    const temporary = join(folder, 'tmp')
    mkdirSync(temporary)
    const options = { folder, dataFolder, env: { TMPDIR: temporary } }
    let places: string[] = []
    await withOwnEngine(target, options, () => {
      places = foldersWithSocket(temporary)
      return Promise.resolve()
    })
    const secret = `secret-${randomUUID()}`
    let heard = ''
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.on('data', (data) => (heard += data.toString('latin1')))
    })
    const breaches: string[] = []
    const [place] = places
    if (place === undefined) return []
    try {
      mkdirSync(place, { recursive: true, mode: 0o777 })
      const path = join(place, 'control.sock')
      await new Promise<void>((resolve) => server.listen(path, resolve))
      for (const one of [place, path]) chownSync(one, otherUserId, otherUserId)
      await runCommand({ ...options, words: ['secret', 'set', 'SQUATTED'] }, `${secret}\n`)
      if (heard !== '') breaches.push(`a command sent data to another user’s socket: ${heard.split('\r\n')[0]}`)
      await withOwnEngine(target, options, () => Promise.resolve()).catch(() => {
        breaches.push('an engine does not start while another user has created its folder in the temporary one')
      })
    } finally {
      server.close()
    }
    return breaches
  },
}

function foldersWithSocket(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSocket() && statSync(entry.parentPath).isDirectory())
    .map((entry) => entry.parentPath)
}
