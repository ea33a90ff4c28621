/** The distance of a time from now: `in 40 s`, `5 min ago`. Pure. */
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Seconds up to two minutes, minutes up to two hours, hours up to two days, then days. */
function amount(ms: number): string {
  if (ms < 2 * minuteMs) return `${Math.ceil(ms / 1000)} s`
  if (ms < 2 * hourMs) return `${Math.round(ms / minuteMs)} min`
  if (ms < 2 * dayMs) return `${Math.round(ms / hourMs)} h`
  return `${Math.round(ms / dayMs)} days`
}

export function relativeTime(at: number, now: number): string {
  const distance = Math.abs(at - now)
  if (distance < 1000) return 'now'
  return at > now ? `in ${amount(distance)}` : `${amount(distance)} ago`
}
