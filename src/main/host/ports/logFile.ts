/**
 * Writes log lines to a file in batches, asynchronously, and limits its size. A full file becomes `….1`, the one before
 * it `….2`. A log that cannot be written loses lines, but never stops or slows the program.
 */
import { mkdirSync, statSync } from 'node:fs'
import { appendFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface LogFile {
  write(line: string): void
  /** Resolves when everything has been written. */
  flush(): Promise<void>
}

export interface LogFileLimits {
  readonly maxBytes: number
  readonly oldFiles: number
  /** How many lines may be waiting while the disk is slow. Further lines are dropped. */
  readonly maxWaiting: number
}

const usualLimits: LogFileLimits = { maxBytes: 5 * 1024 * 1024, oldFiles: 2, maxWaiting: 20_000 }

export function openLogFile(file: string, limits: LogFileLimits = usualLimits): LogFile {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  let waiting: string[] = []
  let writing: Promise<void> | null = null

  const writeOut = async () => {
    while (waiting.length > 0) {
      const text = waiting.join('')
      waiting = []
      const textBytes = Buffer.byteLength(text)
      if (bytes > 0 && bytes + textBytes > limits.maxBytes) {
        await rotate(file, limits.oldFiles)
        bytes = 0
      }
      await appendFile(file, text, { mode: 0o600 }).catch(() => undefined)
      bytes += textBytes
    }
    writing = null
  }
  return {
    write(line) {
      if (waiting.length >= limits.maxWaiting) return
      waiting.push(line)
      writing ??= Promise.resolve().then(writeOut)
    },
    async flush() {
      await writing
    },
  }
}

async function rotate(file: string, oldFiles: number): Promise<void> {
  for (let number = oldFiles; number >= 1; number -= 1) {
    const from = number === 1 ? file : `${file}.${number - 1}`
    await rename(from, `${file}.${number}`).catch(() => undefined)
  }
}
