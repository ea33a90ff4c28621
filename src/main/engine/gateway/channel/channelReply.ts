/** Replies on a channel that carries everything: each answer is a message of its own, but for those of one batch. */
import type { MessageStream, Reply } from '#engine/gateway/reply'

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

/** Gathers the answers of a batch, which are one message. */
export class BatchReply implements Reply {
  readonly #channel: MessageStream
  readonly #answers: string[] = []
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
    this.skip()
  }

  skip(): void {
    this.#unsettled -= 1
    if (this.#unsettled === 0 && this.#answers.length > 0) this.#channel.send(`[${this.#answers.join(',')}]`)
  }
}
