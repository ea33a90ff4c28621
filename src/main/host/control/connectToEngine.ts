/**
 * The only way to connect to a data folder's engine. Checks who owns the note, the folder and the socket before it
 * sends the first byte: another user's socket could learn secrets, and answer in the engine's place.
 */
import { connect, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { readEngineNote } from '#main/host/engineNote'
import { isOwn } from '#main/host/ownership'

/** Returns a function that connects, or null if no engine of this user is running. */
export function wayToEngine(dataFolder: string): (() => Socket) | null {
  const socket = readEngineNote(dataFolder)?.socket ?? null
  if (socket === null || !isOwn(dirname(socket), 'folder') || !isOwn(socket, 'socket')) return null
  return () => connect(socket)
}

const nobodyThere = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

/** Whether the error means that no process is listening at the socket, or that the process is just closing. */
export function meansNobody(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && nobodyThere.has(error.code)
}
