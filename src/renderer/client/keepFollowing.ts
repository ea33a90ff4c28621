/** Follows a stream from the engine, and subscribes again whenever the stream ends. */
const pauseMs = 500

/**
 * Calls `follow` again after a pause whenever it ends or fails, until `signal` is aborted. `follow` ends when events
 * may have been missed: the wire closed, or the engine ended the stream. The link tells the person about a lost
 * connection.
 */
export async function keepFollowing(signal: AbortSignal, follow: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await follow().catch(() => undefined)
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
