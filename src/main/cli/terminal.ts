/** Reads and writes for a command. No other module of the command touches the process's streams. */
import type { Readable, Writable } from 'node:stream'
import { openOutlet, type Style, styled, terminalText } from '#main/host/output/outlet'

export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prints a result. No text in results, notes or questions can control the terminal. */
  print(text: string): void
  /** Prints a result byte for byte, for a program or a file. */
  printAsItCame(text: string): void
  /** Prints everything that is not a result: progress, questions, errors. */
  note(text: string): void
  /** Replaces the last note, if that was not a complete line. */
  renote(text: string): void
  /** The terminal's width. Null if a program or a file reads the output. */
  readonly columns: number | null
  /** Whether a person sees notes as they are printed. */
  readonly showsProgress: boolean
  /** Whether a person is present to answer. */
  readonly canAsk: boolean
  style(style: Style, text: string): string
  readAll(): Promise<string>
  /** The bare streams, for commands that talk to a program instead of a person. */
  streams(): { readonly input: Readable; readonly output: Writable }
  ask(question: string): Promise<string>
  /** Asks without showing the typed answer. */
  askHidden(question: string): Promise<string>
  /** Why results could not be printed. Null if they were, or if their reader closed early. */
  readonly lostResults: Error | null
}

export function processTerminal(): Terminal {
  const { stdin, stdout, stderr, env } = process
  const results = openOutlet(stdout)
  const notes = openOutlet(stderr)
  const colours = stdout.isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
  return {
    environment: env,
    print: (text) => results.write(text),
    printAsItCame: (text) => (stdout.isTTY ? results.write(text) : results.writeUntouched(text)),
    note: (text) => notes.write(text),
    renote: (text) => notes.rewriteLine(text),
    columns: stdout.isTTY ? stdout.columns : null,
    showsProgress: stderr.isTTY,
    canAsk: stdin.isTTY && stderr.isTTY,
    style: (style, text) => (colours ? styled(style, text) : text),
    streams: () => ({ input: stdin, output: stdout }),
    async readAll() {
      const chunks: Buffer[] = []
      for await (const chunk of stdin) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString('utf8')
    },
    async ask(question) {
      const { createInterface } = await import('node:readline/promises')
      const lines = createInterface({ input: stdin, output: stderr })
      const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
      try {
        return await Promise.race([lines.question(terminalText(question)), ended])
      } finally {
        lines.close()
      }
    },
    async askHidden(question) {
      const { createInterface } = await import('node:readline')
      const { Writable } = await import('node:stream')
      const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
      const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
      notes.write(question)
      return new Promise((resolve) => {
        const end = (answer: string | null) => {
          lines.removeAllListeners()
          lines.close()
          notes.write('\n')
          if (answer !== null) resolve(answer)
        }
        lines.once('line', end)
        lines.once('close', () => end(''))
        // While input is hidden, Ctrl-C arrives as a key instead of a signal.
        lines.once('SIGINT', () => {
          // Until the signal arrives, only the open question keeps the process alive.
          process.once('SIGINT', () => end(null))
          process.kill(process.pid, 'SIGINT')
        })
      })
    },
    get lostResults() {
      return results.failure
    },
  }
}
