/** Follows an engine stream, and starts again whenever it ends. */
const pauseMs = 500

/**
 * Runs until `signal` is aborted. `follow` ends or fails whenever there may have been a gap: the wire closed, or the
 * engine ended the stream. The link already tells the person, so `follow` is simply called again after a pause.
 */
export async function keepFollowing(signal: AbortSignal, follow: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await follow().catch(() => undefined)
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
