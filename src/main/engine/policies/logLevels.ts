/** Orders MCP's log levels, and decides which messages a client wants. Pure. */
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type LogLevel = (typeof levels)[number]

export function isLogLevel(value: unknown): value is LogLevel {
  return levels.includes(value as LogLevel)
}

/**
 * A message without a known level counts as the highest level, so that a server's mistake does not lose the message.
 */
export function reaches(minimum: LogLevel, level: unknown): boolean {
  return !isLogLevel(level) || levels.indexOf(level) >= levels.indexOf(minimum)
}
