/**
 * Guards against WebSocket peers that stop reading (unbounded memory), send something enormous, or stay open half dead.
 * Streams await `send`, so they run at their reader's pace.
 */
import type { WebSocket } from 'ws'
import { maxAttachmentLength } from '#contract/chat/attachmentLimit'
import type { Log } from '#engine/ports'

/** The largest message or request body that is accepted: the largest attachment, and what surrounds it. */
export const maxMessageBytes = maxAttachmentLength + 1024 * 1024
/** Streams never get near it. Several large answers at once may; a reader that reads empties them in time. */
export const maxBufferedBytes = 32 * 1024 * 1024
/** Above it, streams wait until their data has left. */
const highWaterBytes = 256 * 1024

type Send = (data: string | ArrayBufferLike | Uint8Array) => Promise<void>

/** Resolves at once for a reader that keeps up, else when the message has left. */
export function guardedSend(socket: WebSocket, log: Log, onUnread: () => void): Send {
  // ws closes the socket after a broken or oversized frame; an error without a listener would be thrown.
  socket.on('error', (error) => log.debug({ reason: error.message }, 'a socket failed'))
  return (data) => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount > maxBufferedBytes) {
      log.warn({ bufferedBytes: socket.bufferedAmount }, 'closed a socket whose reader stopped reading')
      onUnread()
      socket.terminate()
    }
    if (socket.readyState !== socket.OPEN) return Promise.resolve()
    return new Promise((resolve) => {
      const waits = socket.bufferedAmount > highWaterBytes
      socket.send(data, () => resolve())
      if (!waits) resolve()
    })
  }
}
