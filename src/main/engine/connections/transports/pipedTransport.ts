/** Carries MCP over pipes, with one JSON text per line: the pipes of a local process, or those into a container. */
import type { Readable, Writable } from 'node:stream'
import { AppError } from '#contract/errors'
import type { Transport, TransportEvents, TransportExit } from '#engine/connections/transport'
import { createLineSplitter } from '#engine/net/lineSplitter'
import { createLineWriter } from '#engine/net/lineWriter'
import { OwedAnswers } from '#engine/connections/transports/owedAnswers'
import { ReadingTurn, readInTurns } from '#engine/net/readInTurns'
import { capText } from '#engine/structures/textCap'
import type { Clock } from '#engine/ports'

export interface Pipes {
  /** The pid of the local process; null if there is none. */
  readonly pid: number | null
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  /** `reason`: set if there is more to say than code and signal. */
  readonly exited: Promise<Omit<TransportExit, 'reason'> & { readonly reason?: string }>
  /** Ends the process at the other end. Resolves when nothing of it is left. */
  end(): Promise<void>
}

export interface PipedOptions {
  readonly clock: Clock
  /** A longer line ends the transport: skipping it could lose an answer that a caller is waiting for. */
  readonly maxLineBytes?: number
}

const megabyte = 1024 * 1024
/** Maximum length of a line that is not protocol. People read such lines, so longer ones are cut. */
const maxOutputLength = 8 * 1024
/**
 * How long to wait for output that was written before the exit. Usually it is read within a few turns of the event
 * loop. Other processes may keep the pipes open for longer, and are not waited for.
 */
const drainMs = 200
/** Maximum amount of data that the server was sent and has not read. */
const maxUnreadBytes = 64 * megabyte
/**
 * How long to wait for the exit code after the output was closed: a process that exits also closes its output, and its
 * exit code says more.
 */
const farewellMs = 2_000

export function connectPipes(
  pipes: Pipes,
  events: TransportEvents,
  { clock, maxLineBytes = 64 * megabyte }: PipedOptions,
): Transport {
  const writer = createLineWriter(pipes.stdin)
  let closed = false
  let over = false
  let isOutOfMemory = false

  const exit = (code: number | null, signal: string | null, reason: string, error?: AppError): void => {
    over = true
    owed.close()
    pipes.stdout.destroy()
    pipes.stderr.destroy()
    const more = { ...(error !== undefined && { error }), ...(isOutOfMemory && { isOutOfMemory }) }
    events.onExit({ code, signal, reason, ...more })
  }

  const owed = new OwedAnswers({
    clock,
    onFull: () => reading.hold(),
    onRoom: () => reading.goOn(),
    onFlood: (error) => {
      if (over || closed) return
      exit(null, null, error.message, error)
      void pipes.end()
    },
  })

  const messagesTurn = new ReadingTurn()
  const messages = createLineSplitter({
    maxBytes: maxLineBytes,
    turn: messagesTurn,
    onLine: (line) => {
      if (over) return
      if (/^\s*[{[]/.test(line)) events.onMessage(line)
      else events.onOutput('stdout', cut(line))
    },
    onTooLong: () => {
      if (over) return
      exit(null, null, `sent a line of more than ${Math.floor(maxLineBytes / megabyte)} MB`)
      void pipes.end()
    },
  })
  const errorsTurn = new ReadingTurn()
  const errors = createLineSplitter({
    maxBytes: maxOutputLength,
    turn: errorsTurn,
    onLine: (line) => events.onOutput('stderr', line),
    onTooLong: (beginning) => events.onOutput('stderr', markCut(beginning)),
  })

  const finish = (code: number | null, signal: string | null, reason = reasonOf(code, signal)): void => {
    if (over) return
    const [unfinished, lastWords] = [messages.rest(), errors.rest()]
    if (unfinished !== '') events.onOutput('stdout', cut(unfinished))
    if (lastWords !== '') events.onOutput('stderr', lastWords)
    exit(code, signal, closed ? 'was stopped' : reason)
  }

  const watchExit = async (): Promise<void> => {
    const { code, signal, reason, ...more } = await pipes.exited
    isOutOfMemory = more.isOutOfMemory === true
    reading.goOn()
    // Waits one more turn of the event loop: if the loop was blocked, it has read nothing in the meantime.
    const bound = new Promise((done) => void clock.after(drainMs, () => setImmediate(done)))
    await Promise.race([drained, bound])
    finish(code, signal, reason)
  }

  /** A process that has closed its output but is still running is ended, because it cannot send any more messages. */
  const watchOutput = async (): Promise<void> => {
    await closing(pipes.stdout)
    const bound = new Promise<'alive'>((done) => void clock.after(farewellMs, () => setImmediate(done, 'alive')))
    if ((await Promise.race([pipes.exited, bound])) !== 'alive' || over || closed) return
    exit(null, null, 'closed its output')
    void pipes.end()
  }

  const drained = Promise.all([closing(pipes.stdout), closing(pipes.stderr)])
  const reading = readInTurns(pipes.stdout, messages.push, messagesTurn)
  readInTurns(pipes.stderr, errors.push, errorsTurn)
  void watchExit()
  void watchOutput()

  return {
    pid: pipes.pid,
    send: (json, { id, method, alone }) => {
      if (over || closed) return
      if (pipes.stdin.writableLength > maxUnreadBytes) {
        // Deferred, because the caller does not know the id yet.
        if (typeof id === 'number' && method !== null) queueMicrotask(() => events.onUnanswered(id, unread()))
      } else if (method !== null) writer.write(json, alone)
      else {
        owed.add(json)
        writer.write(json, alone, () => owed.remove(json, true))
      }
    },
    close: () => {
      closed = true
      writer.flush()
      return pipes.end()
    },
  }
}

function unread(): AppError {
  const message = `The server is not reading its input: ${Math.floor(maxUnreadBytes / megabyte)} MB are waiting for it.`
  return new AppError('SERVER_UNAVAILABLE', message)
}

function closing(pipe: Readable): Promise<void> {
  return new Promise((done) => pipe.once('close', done))
}

function reasonOf(code: number | null, signal: string | null): string {
  return signal === null ? `exited with code ${code}` : `was killed by ${signal}`
}

function cut(line: string): string {
  // Copied, because a slice would keep the whole line in memory.
  return line.length > maxOutputLength ? markCut(capText(line, maxOutputLength)) : line
}

function markCut(beginning: string): string {
  return `${beginning} … (cut)`
}
