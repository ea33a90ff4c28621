/**
 * Polls for calls, because no event announces them: often while a person is looking at the page, never while it is
 * hidden, and immediately when it is shown again.
 */
import { type Attention, useAttention } from '#renderer/ui/page/useAttention.ts'

const pausesMs: Readonly<Record<Attention, number | false>> = { here: 1500, beside: 4000, away: false }

interface Asked<Data> {
  readonly state: { readonly data: Data | undefined }
}

/** Query options; `changes` says whether the data may still change. */
export function usePolling<Data>(changes: (data: Data | undefined) => boolean) {
  const pauseMs = pausesMs[useAttention()]
  return {
    refetchInterval: ({ state }: Asked<Data>) => changes(state.data) && pauseMs,
    refetchOnWindowFocus: ({ state }: Asked<Data>) => changes(state.data) && ('always' as const),
  }
}
