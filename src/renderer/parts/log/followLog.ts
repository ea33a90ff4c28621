import type { LogLine } from '#contract/servers/server'
import { type Api, noTimeout } from '#renderer/client/api.ts'
import { keepFollowing } from '#renderer/client/keepFollowing.ts'

/**
 * Passes on a server's log until `signal` is aborted, and subscribes again after a gap. `fresh` marks the stored lines
 * that come first.
 */
export async function followLog(
  api: Api,
  slug: string,
  signal: AbortSignal,
  take: (lines: readonly LogLine[], fresh: boolean) => void,
): Promise<void> {
  await keepFollowing(signal, async () => {
    let fresh = true
    for await (const lines of await api.servers.log({ slug, follow: true }, { signal, ...noTimeout })) {
      take(lines, fresh)
      fresh = false
    }
  })
}
