/** The progress of image pulls for hosted servers. */
import { useEffect, useState } from 'react'
import type { EngineEvent } from '#contract/events'
import { useEngine } from '#renderer/client/engine.ts'

export type Pull = Pick<Extract<EngineEvent, { type: 'hosting.pulling' }>, 'image' | 'doneBytes' | 'totalBytes'>

/** By the slug of the server that the image is for. */
export function usePulls(): ReadonlyMap<string, Pull> {
  const { events } = useEngine()
  const [pulls, setPulls] = useState<ReadonlyMap<string, Pull>>(new Map())
  useEffect(
    () =>
      events.listen((batch) => {
        const news = batch.flatMap((event) => (event.type === 'hosting.pulling' ? [event] : []))
        if (news.length > 0) setPulls((known) => new Map([...known, ...news.map((pull) => [pull.slug, pull] as const)]))
      }),
    [events],
  )
  return pulls
}
