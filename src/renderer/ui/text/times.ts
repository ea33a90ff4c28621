/** The time formats of all pages: a 24-hour clock, and dates in the reader's language. */
const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
const date = { year: 'numeric', month: 'short', day: 'numeric' } as const

const clockFormat = new Intl.DateTimeFormat(undefined, clock)
const dayFormat = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const exactFormat = new Intl.DateTimeFormat(undefined, { ...date, ...clock })
const minuteFormat = new Intl.DateTimeFormat(undefined, {
  ...date,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

export const clockTime = (at: number): string => clockFormat.format(at)
export const shortDay = (at: number): string => dayFormat.format(at)
/** Date and time to the second. */
export const exactTime = (at: number): string => exactFormat.format(at)
/** Date and time to the minute. */
export const minuteTime = (at: number): string => minuteFormat.format(at)
