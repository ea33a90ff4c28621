/**
 * The only way to the engine of a data folder. Whose note, folder and socket these are is known before the first byte is
 * sent: another user who put one of them there would learn secrets, and answer in the engine's place.
 */
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { readEngineNote } from '#main/host/engineNote'
import { isOwn } from '#main/host/ownership'

/** Null when no engine of this user is there. The connection is made when it is asked for. */
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
