/** The structured log: JSON lines, with every text redacted before it is written. It never throws. */
import { pino, stdTimeFunctions, type DestinationStream } from 'pino'
import { messageOf } from '#contract/errors'
import type { Log, LogFields } from '#engine/ports'
import type { Redactor } from '#engine/secrets/redaction'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type Level = (typeof levels)[number]
type WrittenLevel = 'debug' | 'info' | 'warn' | 'error'

/** Limits: deeper or longer values do not help a reader. */
const maxDepth = 8
const maxListLength = 200
const maxTextLength = 32_768
const cutMargin = 8192

export interface LogOptions {
  /** As in `LOG_LEVEL`. Anything that is not a level means `info`. */
  readonly level: string | undefined
  readonly destination: DestinationStream
  readonly redactor: Pick<Redactor, 'redact'>
}

export function createLog({ level, destination, redactor }: LogOptions): Log {
  const options = {
    level: levelOf(level),
    base: { pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: passOn, error: passOn },
  }
  const logger = pino(options, destination)
  const redact = (text: string) => redactor.redact(text)

  function write(writtenLevel: WrittenLevel, fields: LogFields, message: string): void {
    try {
      if (!logger.isLevelEnabled(writtenLevel)) return
      logger[writtenLevel](readableFields(fields, redact), '%s', redact(message))
    } catch {
      // A log that cannot be written must not stop the code that logs.
    }
  }

  // Bound fields are redacted with each line, because a value may become known as a secret later.
  function bound(fields: LogFields): Log {
    return {
      debug: (more, message) => write('debug', { ...fields, ...more }, message),
      info: (more, message) => write('info', { ...fields, ...more }, message),
      warn: (more, message) => write('warn', { ...fields, ...more }, message),
      error: (more, message) => write('error', { ...fields, ...more }, message),
      child: (more) => bound({ ...fields, ...more }),
    }
  }
  return bound({})
}

function levelOf(text: string | undefined): Level {
  const name = text?.trim().toLowerCase()
  return levels.find((level) => level === name) ?? 'info'
}

function passOn(value: unknown): unknown {
  return value
}

type Redact = (text: string) => string

function readableFields(fields: LogFields, redact: Redact): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, readable(value, redact, 0, [])]))
}

/** A copy that can be written as JSON and contains no secret. `above`: the enclosing objects, to stop at cycles. */
function readable(value: unknown, redact: Redact, depth: number, above: readonly object[]): unknown {
  if (typeof value === 'string') return shortened(value, redact)
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return undefined
  if (typeof value !== 'object' || value === null) return value
  if (above.includes(value)) return '[circular]'
  if (depth >= maxDepth) return '[deeper]'
  const inside = (member: unknown) => readable(member, redact, depth + 1, [...above, value])
  try {
    if (value instanceof Error) return readableError(value, inside)
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
    if (value instanceof URL || value instanceof RegExp) return inside(String(value))
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
    if (value instanceof Map) return inside(Object.fromEntries(value))
    if (value instanceof Set) return inside([...value])
    if (Array.isArray(value)) return value.slice(0, maxListLength).map(inside)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inside(member)]))
  } catch (error) {
    return `[unreadable: ${redact(messageOf(error))}]`
  }
}

/**
 * Cuts the text with a margin before redaction and exactly after it. Otherwise the cut could leave half of a secret.
 */
function shortened(text: string, redact: Redact): string {
  if (text.length <= maxTextLength) return redact(text)
  return `${redact(text.slice(0, maxTextLength + cutMargin)).slice(0, maxTextLength)}…`
}

function readableError(error: Error, inside: (member: unknown) => unknown): Record<string, unknown> {
  return {
    type: error.name,
    ...('code' in error && { code: inside(error.code) }),
    message: inside(error.message),
    stack: inside(error.stack),
    ...(error.cause !== undefined && { cause: inside(error.cause) }),
    ...(error instanceof AggregateError && { errors: inside(error.errors) }),
  }
}
