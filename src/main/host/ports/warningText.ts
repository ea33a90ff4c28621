/** Formats a log line for a terminal. Null unless the line is a warning or an error. Pure. */

const worrying = /^\{"level":"(warn|error|fatal)"/

export function warningText(line: string): string | null {
  const level = worrying.exec(line)?.[1]
  if (level === undefined) return null
  const { level: _level, time: _time, pid: _pid, msg, ...fields } = JSON.parse(line) as Record<string, unknown>
  const details = Object.entries(fields).map(([name, value]) => `${name}=${inOneLine(value)}`)
  return `${[`${level}:`, String(msg), ...details].join(' ')}\n`
}

/** The terminal shows only an error's message. The file has its stack. */
function inOneLine(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'message' in value) return JSON.stringify(value.message)
  return typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : JSON.stringify(value)
}
