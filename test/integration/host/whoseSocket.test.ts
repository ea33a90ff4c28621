/**
 * Clients check who owns the other side of a local socket. They send no byte to a socket that another user may have
 * created.
 */
import { chmodSync, chownSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askToLeave } from '#main/host/control/askToLeave'
import { connectLines } from '#main/host/control/bridgeClient'
import { connectControl } from '#main/host/control/controlClient'
import { noteFileIn, writeEngineNote } from '#main/host/engineNote'
import { clientsOfEngines } from '#test/support/clientsOfEngines'
import { temporaryFolder } from '#test/support/temporaryFolder'

/** The clients of the socket, by the module that connects. The architecture test ensures that there are no others. */
const clients: Readonly<Record<(typeof clientsOfEngines)[number], (dataFolder: string) => Promise<unknown>>> = {
  askToLeave,
  bridgeClient: (dataFolder) => connectLines(dataFolder, { project: null, client: null }),
  controlClient: connectControl,
}

/** Makes a data folder with a note, a separate folder for the socket, and a listener on the socket. */
async function scene() {
  const root = await temporaryFolder()
  const dataFolder = join(root, 'data')
  const socketFolder = join(root, 'sockets')
  mkdirSync(dataFolder, { mode: 0o700 })
  mkdirSync(socketFolder, { mode: 0o700 })
  const socket = join(socketFolder, 'control.sock')
  let bytes = 0
  let connections = 0
  const server = createServer((connection) => {
    connections += 1
    connection.on('data', (chunk) => {
      bytes += chunk.length
      connection.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
    })
    connection.on('error', () => connection.destroy())
  })
  server.listen(socket)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  chmodSync(socket, 0o600)
  const note = (path: string) => writeEngineNote(dataFolder, { pid: process.pid, socket: path })
  note(socket)
  return { root, dataFolder, socketFolder, socket, note, seen: () => ({ bytes, connections }) }
}

type Scene = Awaited<ReturnType<typeof scene>>

/**
 * Gives the path to another user. If the test has no right to do so, it opens the path to all users, which is as
 * dangerous.
 */
function giveAway(path: string): void {
  if (process.getuid?.() === 0) chownSync(path, 65_534, 65_534)
  else chmodSync(path, 0o777)
}

function replaceByLink(path: string): void {
  renameSync(path, `${path}-elsewhere`)
  symlinkSync(`${path}-elsewhere`, path)
}

const traps: Readonly<Record<string, (scene: Scene) => void>> = {
  'another user’s socket': ({ socket }) => giveAway(socket),
  'a socket that all may open': ({ socket }) => chmodSync(socket, 0o666),
  'a socket that a group may open': ({ socket }) => chmodSync(socket, 0o660),
  'a link to a socket': ({ socket }) => replaceByLink(socket),
  'another user’s folder': ({ socketFolder }) => giveAway(socketFolder),
  'a folder that all may write to': ({ socketFolder }) => chmodSync(socketFolder, 0o777),
  'a folder that all may write to, with the sticky bit': ({ socketFolder }) => chmodSync(socketFolder, 0o1777),
  'a link to a folder': ({ socketFolder }) => replaceByLink(socketFolder),
  'another user’s note': ({ dataFolder }) => giveAway(noteFileIn(dataFolder)),
  'a note that all may write to': ({ dataFolder }) => chmodSync(noteFileIn(dataFolder), 0o666),
  'a link to a note': ({ dataFolder }) => replaceByLink(noteFileIn(dataFolder)),
  'another user’s data folder': ({ dataFolder }) => giveAway(dataFolder),
  'a data folder that all may write to': ({ dataFolder }) => chmodSync(dataFolder, 0o777),
  'a path that is relative to the client’s working directory': ({ note }) => note('sockets/control.sock'),
}

test.each(Object.keys(traps).flatMap((trap) => clientsOfEngines.map((client) => [trap, client] as const)))(
  '%s: %s finds no engine and sends no byte',
  async (trap, client) => {
    const at = await scene()
    traps[trap]?.(at)
    expect(await clients[client](at.dataFolder)).toBeNull()
    expect(at.seen()).toEqual({ bytes: 0, connections: 0 })
  },
)

test.each(clientsOfEngines)('without a trap, %s connects to the same socket', async (client) => {
  const at = await scene()
  await clients[client](at.dataFolder).catch(() => undefined)
  expect(at.seen().bytes).toBeGreaterThan(0)
})

test.each(clientsOfEngines)(
  '%s follows only the note, and does not try a socket that merely exists at a usual place',
  async (client) => {
    const at = await scene()
    renameSync(at.socket, join(at.dataFolder, 'control.sock'))
    at.note(join(tmpdir(), 'nothing', 'control.sock'))
    expect(await clients[client](at.dataFolder)).toBeNull()
    expect(at.seen()).toEqual({ bytes: 0, connections: 0 })
  },
)
