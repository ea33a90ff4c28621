/**
 * The only place that writes to a terminal. No text steers the terminal, wherever it comes from. A terminal that is gone,
 * or a disk that is full, ends nothing: what cannot be written is lost.
 */
import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { printable } from '#main/host/output/safeText'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

export interface Outlet {
  write(text: string): void
  /** In place of the line that was begun last. */
  rewriteLine(text: string): void
  /** As it came. For results alone, and where a program reads them. */
  writeUntouched(text: string): void
  /** Why something could not be written; null also when the reader just went. */
  readonly failure: Error | null
}

/** A style is marked by what no other text can know, and becomes a sequence when it is written. */
const mark = `\u001B${randomBytes(8).toString('hex')}:`
const marks = new RegExp(`${mark}(\\d+);`, 'g')

export function styled(style: Style, text: string): string {
  const [on, off] = inspect.colors[style] ?? [0, 0]
  return `${mark}${on};${text}${mark}${off};`
}

/** Pure. */
export function terminalText(text: string): string {
  const parts = text.split(marks)
  return parts.map((part, index) => (index % 2 === 0 ? printable(part) : `\u001B[${part}m`)).join('')
}

const startOfClearedLine = '\r\u001B[K'

export function openOutlet(stream: NodeJS.WriteStream): Outlet {
  let failure: Error | null = null
  // Without a listener, the first write that fails would end the process.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure ??= error
  })
  const write = (text: string) => void stream.write(text)
  return {
    write: (text) => write(terminalText(text)),
    rewriteLine: (text) => write(startOfClearedLine + terminalText(text)),
    writeUntouched: write,
    get failure() {
      return failure
    },
  }
}
