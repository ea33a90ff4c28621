/** Shows the progress of an image pull while a hosted server is registered. */
import { aboutBytes } from '#contract/hosting/hostedWords'
import type { EngineEvent } from '#contract/events'
import type { Terminal } from '#main/cli/terminal'
import { oneLine } from '#main/host/output/safeText'
import { withProgress } from '#main/cli/text/progress'
import type { ContractClient } from '#main/host/control/controlClient'

export async function withPull<T>(
  terminal: Terminal,
  client: ContractClient,
  signal: AbortSignal,
  label: string,
  register: () => Promise<T>,
): Promise<T> {
  if (!terminal.showsProgress) return register()
  const ended = new AbortController()
  let current = label
  // Subscribed before the registration, so that the first step is seen.
  const events = await client.events.subscribe(undefined, { signal: AbortSignal.any([signal, ended.signal]) })
  const follow = async () => {
    for await (const batch of events) for (const event of batch) current = pullLabel(event) ?? current
  }
  // The registration reports its own errors.
  follow().catch(() => undefined)
  try {
    return await withProgress(terminal, () => current, register())
  } finally {
    ended.abort()
  }
}

/** The line to show for an event; null if the event is about something else. */
function pullLabel(event: EngineEvent): string | null {
  if (event.type === 'hosting.installing') return `Installing ${oneLine(event.package)}: ${oneLine(event.line)}`
  if (event.type !== 'hosting.pulling') return null
  const { image, doneBytes, totalBytes } = event
  const of = totalBytes === null ? '' : ` of ${aboutBytes(totalBytes)}`
  return `Fetching ${image}, ${aboutBytes(doneBytes)}${of}…`
}
