/**
 * Progress at the SDK's clients. They run a call's callback one step after they read its progress, and drop it at the
 * answer. So progress that is read together with the answer never reaches the callback.
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

/** Complete after `count` progress notifications. */
export function seenProgress(count: number): SeenProgress {
  const seen: number[] = []
  const complete = deferred()
  const onprogress = ({ progress }: { progress: number }) => {
    if (seen.push(progress) === count) complete.resolve()
  }
  return { seen, complete: complete.promise, onprogress }
}

/** A call's id, and its progress or its answer's content. */
type Arrival = [id: unknown, progressOrContent: unknown]

/**
 * Progress and answers in the order in which they reach the client, before the client drops any. For servers that do
 * not wait.
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
