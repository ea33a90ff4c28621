import { exactTime } from '#renderer/ui/text/times.ts'
import { relativeTime } from '#renderer/ui/text/relativeTime.ts'

/** A time relative to now, with the exact time. */
export function LiveTime({ at, now }: { at: number; now: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} className="tabular-nums">
      {relativeTime(at, now)} <span className="text-muted">({exactTime(at)})</span>
    </time>
  )
}
