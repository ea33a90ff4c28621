/** A log that keeps its entries. */
import type { Log, LogFields } from '#engine/ports'

export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: LogFields
}

export interface RecordingLog extends Log {
  readonly entries: readonly LogEntry[]
}

export function recordingLog(entries: LogEntry[] = [], bound: LogFields = {}): RecordingLog {
  const record = (level: LogEntry['level']) => (fields: LogFields, message: string) => {
    entries.push({ level, message, fields: { ...bound, ...fields } })
  }
  return {
    entries,
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
    child: (fields) => recordingLog(entries, { ...bound, ...fields }),
  }
}
