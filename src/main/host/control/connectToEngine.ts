/**
 * The only way to the engine of a data folder. The owner of note, folder and socket is checked before the first byte is
 * sent: a foreign one could learn secrets, and answer in the engine's place.
 */
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { readEngineNote } from '#main/host/engineNote'
import { isOwn } from '#main/host/ownership'

/** Null if no engine of this user is there. The connection is made when the function is called. */
export function wayToEngine(dataFolder: string): (() => Socket) | null {
  const socket = readEngineNote(dataFolder)?.socket ?? null
  if (socket === null || !isOwn(dirname(socket), 'folder') || !isOwn(socket, 'socket')) return null
  return () => connect(socket)
}

const nobodyThere = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

/** No process listens there, or it is just closing. */
export function meansNobody(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && nobodyThere.has(error.code)
}
