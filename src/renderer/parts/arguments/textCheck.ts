/** Checks a string against its schema's format and pattern. Unknown formats and unsupported patterns pass. Pure. */
import { shortText } from '#contract/text/shortText'
import { type Budget, isFoundIn, readPattern } from '#renderer/parts/arguments/safePattern.ts'

const maxLength = 10_000
const maxShown = 80
const maxWork = 300_000

interface Format {
  readonly fits: (text: string) => boolean
  readonly words: string
}

const day = /^\d{4}-\d{2}-\d{2}$/
const time = /^\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[zZ]|[+-]\d{2}:\d{2})?$/

function isDay(text: string): boolean {
  const at = day.test(text) ? new Date(`${text}T00:00:00Z`) : null
  // `Date` reads a day that does not exist as a day of the next month, so the result is compared with the text.
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const address: Format = {
  fits: (text) => URL.canParse(text),
  words: 'must be an address, such as https://example.org.',
}

const formats: Readonly<Record<string, Format>> = {
  email: { fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text), words: 'must be an email address.' },
  uri: address,
  url: address,
  date: { fits: isDay, words: 'must be a date, such as 2026-01-31.' },
  time: { fits: (text) => time.test(text), words: 'must be a time, such as 13:45:00Z.' },
  'date-time': {
    fits: (text) => /^[tT ]$/.test(text.charAt(10)) && isDay(text.slice(0, 10)) && time.test(text.slice(11)),
    words: 'must be a date and time, such as 2026-01-31T13:45:00Z.',
  },
  uuid: {
    fits: (text) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text),
    words: 'must be a UUID.',
  },
  ipv4: {
    fits: (text) =>
      /^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(text) && text.split('.').every((one) => Number(one) < 256),
    words: 'must be an IPv4 address.',
  },
}

/** Creates a check for the strings of one schema. All strings share one limit of work. */
export function createTextCheck(): (schema: Readonly<Record<string, unknown>>, text: string) => string | null {
  const budget: Budget = { left: maxWork }
  return ({ format, pattern }, text) => {
    if (text.length > maxLength) return null
    const known = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined
    if (known !== undefined && !known.fits(text)) return known.words
    if (typeof pattern !== 'string' || budget.left <= 0) return null
    const steps = readPattern(pattern)
    budget.left -= pattern.length
    return steps !== null && isFoundIn(steps, text, budget) === false
      ? `must match the pattern ${shortText(pattern, maxShown)}.`
      : null
  }
}
