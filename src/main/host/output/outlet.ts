/**
 * The only module that writes to a terminal. No text can control the terminal, wherever it comes from. A closed
 * terminal or a full disk does not end the program: text that cannot be written is lost.
 */
import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { printable } from '#main/host/output/safeText'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow'

export interface Outlet {
  write(text: string): void
  /** Replaces the line that was begun last. */
  rewriteLine(text: string): void
  /** Writes the text unchanged. Only for results that a program reads. */
  writeUntouched(text: string): void
  /** Why something could not be written. Also null if the reader simply closed the stream. */
  readonly failure: Error | null
}

/**
 * Marks a style in a text. No other text can contain the mark, because it is secret. It becomes an escape sequence when
 * the text is written.
 */
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
  // Without a listener, the first failed write would end the process.
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
