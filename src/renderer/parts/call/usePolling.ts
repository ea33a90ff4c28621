/**
 * How often the page asks for calls, of which no event tells: as often as somebody may notice, never while nobody can
 * see it, and at once when it is seen again.
 */
import { type Attention, useAttention } from '#renderer/ui/page/useAttention.ts'

const pausesMs: Readonly<Record<Attention, number | false>> = { here: 1500, beside: 4000, away: false }

interface Asked<Data> {
  readonly state: { readonly data: Data | undefined }
}

/** Options of a query; `changes` says of its data whether that may still become other. */
export function usePolling<Data>(changes: (data: Data | undefined) => boolean) {
  const pauseMs = pausesMs[useAttention()]
  return {
    refetchInterval: ({ state }: Asked<Data>) => changes(state.data) && pauseMs,
    refetchOnWindowFocus: ({ state }: Asked<Data>) => changes(state.data) && ('always' as const),
  }
}
