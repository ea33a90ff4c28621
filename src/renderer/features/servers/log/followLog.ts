import type { LogLine } from '#contract/servers/server'
import { type Api, patient } from '#renderer/client/api.ts'

const pauseMs = 500

/** Hands over a server's log until `signal` aborts, and subscribes anew after a gap. `fresh` marks what is kept. */
export async function followLog(
  api: Api,
  slug: string,
  signal: AbortSignal,
  take: (lines: readonly LogLine[], fresh: boolean) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      let fresh = true
      for await (const lines of await api.servers.log({ slug, follow: true }, { signal, ...patient })) {
        take(lines, fresh)
        fresh = false
      }
    } catch {
      // The wire closed, or the server is gone; the page says so elsewhere.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
