/**
 * Sends a remote server messages that it does not answer: notifications, and answers to its own questions. Only a few
 * are sent at a time, and the rest wait in order: a server that asks ten thousand times must not get ten thousand
 * connections. Each message has a time limit, so a message that the server does not accept frees its slot.
 */
import type { AppError } from '#contract/errors'
import type { MessageFacts } from '#engine/connections/transport'
import { discard, readText } from '#engine/net/httpBody'
import { type Exchange, type HttpAnswer, HttpRefusal } from '#engine/net/httpExchange'
import { OwedAnswers } from '#engine/connections/transports/owedAnswers'
import { PausedStreams } from '#engine/net/pausedStreams'
import type { Clock, Timer } from '#engine/ports'

export interface PostQueueOptions {
  readonly clock: Clock
  readonly post: (json: string, message: MessageFacts) => Exchange
  /** Called when the server did not accept the message. `text`: the beginning of its response. */
  readonly onRefused: (answer: HttpAnswer, text: string, message: MessageFacts) => void
  readonly onFailed: (thrown: unknown) => void
  /** Called when the server has responded in some way, or will not respond. */
  readonly onAnswered?: (message: MessageFacts) => void
  readonly onOutput: (text: string) => void
  readonly onFlood: (error: AppError) => void
}

interface Told {
  readonly json: string
  readonly message: MessageFacts
}

const maxAtOnce = 8
const limitMs = 30_000
/** How much of an error response is read to explain it. */
const excerptBytes = 64 * 1024

export class PostQueue {
  /** All streams read from the server. They are paused while it has too many answers left to read. */
  readonly streams = new PausedStreams()
  readonly #options: PostQueueOptions
  readonly #owed: OwedAnswers
  readonly #waiting = new Set<Told>()
  readonly #running = new Map<Exchange, Timer>()
  #closed = false

  constructor(options: PostQueueOptions) {
    this.#options = options
    this.#owed = new OwedAnswers({
      clock: options.clock,
      onFull: () => this.streams.pause(),
      onRoom: () => this.streams.resume(),
      onFlood: options.onFlood,
    })
  }

  add(json: string, message: MessageFacts): void {
    if (this.#closed) return
    if (message.method === null) this.#owed.add(json)
    this.#waiting.add({ json, message })
    this.#goOn()
  }

  close(): void {
    this.#closed = true
    this.#owed.close()
    this.#waiting.clear()
    for (const [exchange, timer] of this.#running) {
      timer.cancel()
      exchange.abort()
    }
    this.#running.clear()
  }

  #goOn(): void {
    for (const told of this.#waiting) {
      if (this.#running.size >= maxAtOnce) return
      this.#waiting.delete(told)
      this.#send(told)
    }
  }

  #send({ json, message }: Told): void {
    const { clock, post, onFailed, onAnswered, onOutput } = this.#options
    const exchange = post(json, message)
    let [isOver, isAnswered] = [false, false]
    const answered = () => {
      if (!isAnswered && !this.#closed) onAnswered?.(message)
      isAnswered = true
    }
    const end = (wasTaken: boolean) => {
      if (isOver || this.#closed) return
      isOver = true
      timer.cancel()
      this.#running.delete(exchange)
      if (message.method === null) this.#owed.remove(json, wasTaken)
      answered()
      this.#goOn()
    }
    const timer = clock.after(limitMs, () => {
      exchange.abort()
      onOutput(`The server did not accept ${nameOf(message)} in time.`)
      end(false)
    })
    this.#running.set(exchange, timer)
    exchange.answer
      .then((answer) => {
        answered()
        return this.#takeReceipt(answer, message)
      })
      .then(end, (thrown: unknown) => {
        end(false)
        // A refusal does not mean that the connection failed.
        if (thrown instanceof HttpRefusal) onOutput(notAccepted(message, thrown))
        else onFailed(thrown)
      })
  }

  /** Resolves with whether the server accepted the message. */
  async #takeReceipt(answer: HttpAnswer, message: MessageFacts): Promise<boolean> {
    if (answer.status >= 200 && answer.status < 300) {
      await discard(answer.body, this.#options.clock)
      return true
    }
    const { text } = await readText(answer.body, excerptBytes)
    if (!this.#closed) this.#options.onRefused(answer, text, message)
    return false
  }
}

export function notAccepted(message: MessageFacts, why: Error): string {
  return `The server did not accept ${nameOf(message)}. ${why.message}`
}

function nameOf({ method }: MessageFacts): string {
  return method ?? 'an answer'
}
