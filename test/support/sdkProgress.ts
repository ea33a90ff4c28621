/**
 * Collects the progress that the SDK's clients receive. They run a call's callback one step after they have read its
 * progress, and drop the callback when they read the response. So progress that is read together with the response
 * never reaches the callback.
 */
import type { Client as ClientV2 } from '@modelcontextprotocol/client'
import type { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { deferred } from '#test/support/deferred'
import type { Json } from '#test/support/mcpClients'

interface SeenProgress {
  readonly seen: readonly number[]
  /** Resolves once all progress has arrived. A server can wait for this before it answers. */
  readonly complete: Promise<void>
  readonly onprogress: (progress: { progress: number }) => void
}

/** Returns a collector that is complete after `count` progress notifications. */
export function seenProgress(count: number): SeenProgress {
  const seen: number[] = []
  const complete = deferred()
  const onprogress = ({ progress }: { progress: number }) => {
    if (seen.push(progress) === count) complete.resolve()
  }
  return { seen, complete: complete.promise, onprogress }
}

/** A call's id, and its progress or its result's content. */
type Arrival = [id: unknown, progressOrContent: unknown]

/**
 * Records progress and results in the order in which they reach the client, before it drops any, for servers that do
 * not wait for their progress to arrive.
 */
export function arrivalsOf(client: ClientV1 | ClientV2): Arrival[] {
  const arrivals: Arrival[] = []
  const transport = client.transport as { onmessage: (message: unknown, extra?: unknown) => void }
  const deliver = transport.onmessage
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is no event target
  transport.onmessage = (message, extra) => {
    const { id, method, params, result } = message as Json & { params?: Json; result?: Json }
    if (method === 'notifications/progress') arrivals.push([params?.['progressToken'], params?.['progress']])
    else if (method === undefined) arrivals.push([id, result?.['content']])
    deliver(message, extra)
  }
  return arrivals
}
