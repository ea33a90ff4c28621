/** Follows something that the engine tells, again and again. */
const pauseMs = 500

/**
 * Until `signal` aborts. `follow` ends or fails whenever there may have been a gap: the wire closed, or the engine ended the
 * stream. The link says so to the person, so that it is only begun again, after a pause.
 */
export async function keepFollowing(signal: AbortSignal, follow: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await follow().catch(() => undefined)
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
