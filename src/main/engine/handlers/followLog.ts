/** Streams a server's log. */
import type { LogLine } from '#contract/servers/server'
import type { ServerLog } from '#engine/connections/serverLog'
import { Wake } from '#engine/structures/wake'

/** Yields the stored lines, then new ones, in batches that wait for their reader. */
export async function* followLog(
  log: ServerLog,
  follow: boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<LogLine[], void, undefined> {
  const most = 5_000
  let batch: LogLine[] = []
  const wake = new Wake()
  const unsubscribe = log.subscribe((line) => {
    if (batch.length < most) batch.push(line)
    wake.now()
  })
  const end = () => wake.now()
  signal?.addEventListener('abort', end, { once: true })
  try {
    yield [...log.lines()]
    while (follow && signal?.aborted !== true) {
      await wake.until(() => batch.length > 0 || signal?.aborted === true)
      if (batch.length > 0) {
        const ready = batch
        batch = []
        yield ready
      }
    }
  } finally {
    unsubscribe()
    signal?.removeEventListener('abort', end)
  }
}
