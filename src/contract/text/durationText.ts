/** A duration in words, the same on the pages, in the command and in the engine's messages. Pure. */
const minuteMs = 60_000
const hourMs = 60 * minuteMs

export function durationText(durationMs: number): string {
  if (durationMs < 999.5) return `${Math.max(1, Math.round(durationMs))} ms`
  if (durationMs < 59_950) return `${Math.round(durationMs / 100) / 10} s`
  if (durationMs < hourMs - 500) return inTwo(Math.round(durationMs / 1000), 60, 'min', 's')
  return inTwo(Math.round(durationMs / minuteMs), 60, 'h', 'min')
}

/** Converts `count` small units to large ones plus the rest. */
function inTwo(count: number, perLarge: number, large: string, small: string): string {
  const rest = count % perLarge
  const whole = `${Math.floor(count / perLarge)} ${large}`
  return rest === 0 ? whole : `${whole} ${rest} ${small}`
}
