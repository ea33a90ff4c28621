/** Sends replies on a channel. Each answer is a message of its own, except the answers to a batch. */
import type { MessageStream, Reply } from '#engine/gateway/request/reply'

export class ChannelReply implements Reply {
  readonly #channel: MessageStream
  #isSettled = false

  constructor(channel: MessageStream) {
    this.#channel = channel
  }

  get isOpen(): boolean {
    return !this.#isSettled && this.#channel.isOpen
  }

  send(json: string): void {
    if (this.isOpen) this.#channel.send(json)
  }

  sendIfReading(json: string): void {
    if (this.isOpen) this.#channel.sendIfReading(json)
  }

  answer(json: string): void {
    if (this.isOpen) this.#channel.send(json)
    this.#isSettled = true
  }

  skip(): void {
    this.#isSettled = true
  }
}

/** The total size above which a batch's answers are sent in several messages. */
const maxGathered = 1024 * 1024

/** Gathers a batch's answers into one message. */
export class BatchReply implements Reply {
  readonly #channel: MessageStream
  readonly #answers: string[] = []
  #gathered = 0
  #unsettled: number

  constructor(channel: MessageStream, size: number) {
    this.#channel = channel
    this.#unsettled = size
  }

  get isOpen(): boolean {
    return this.#unsettled > 0 && this.#channel.isOpen
  }

  send(json: string): void {
    if (this.isOpen) this.#channel.send(json)
  }

  sendIfReading(json: string): void {
    if (this.isOpen) this.#channel.sendIfReading(json)
  }

  answer(json: string): void {
    this.#answers.push(json)
    this.#gathered += json.length
    if (this.#gathered > maxGathered) this.#sendGathered()
    this.skip()
  }

  skip(): void {
    this.#unsettled -= 1
    if (this.#unsettled === 0 && this.#answers.length > 0) this.#sendGathered()
  }

  #sendGathered(): void {
    this.#channel.send(`[${this.#answers.splice(0).join(',')}]`)
    this.#gathered = 0
  }
}
