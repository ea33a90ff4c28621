/**
 * Guards against WebSocket peers that stop reading (which would use unlimited memory), send an enormous message, or
 * stay open half dead. Streams wait for `send`, so they run at their reader's pace.
 */
import type { WebSocket } from 'ws'
import { maxAttachmentLength } from '#contract/chat/attachmentLimit'
import type { Log } from '#engine/ports'

/** The largest accepted message or request body: the largest attachment, and what surrounds it. */
export const maxMessageBytes = maxAttachmentLength + 1024 * 1024
/**
 * How much data may be unsent. With more, a socket is closed, because its peer has stopped reading. Streams never get
 * near this limit. Several large answers at once may, but a peer that is reading empties the buffer in time.
 */
export const maxBufferedBytes = 32 * 1024 * 1024
/** How much unsent data makes a stream wait until it has been sent. */
const highWaterBytes = 256 * 1024

type Send = (data: string | ArrayBufferLike | Uint8Array) => Promise<void>

/** Resolves immediately for a reader that keeps up, otherwise when the message was sent. */
export function guardedSend(socket: WebSocket, log: Log, onUnread: () => void): Send {
  // `ws` closes the socket after a broken or oversized frame. Without a listener its error would be thrown.
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
