/** Carries one session's or subscription's notifications on a channel. It can end before the channel does. */
import type { MessageStream } from '#engine/gateway/request/reply'

export class ChannelStream implements MessageStream {
  readonly #channel: MessageStream
  readonly #listeners: (() => void)[] = []
  #isEnded = false

  constructor(channel: MessageStream) {
    this.#channel = channel
  }

  get isOpen(): boolean {
    return !this.#isEnded && this.#channel.isOpen
  }

  get isReading(): boolean {
    return !this.#isEnded && this.#channel.isReading
  }

  send(json: string): void {
    if (this.isOpen) this.#channel.send(json)
  }

  sendIfReading(json: string): void {
    if (this.isReading) this.#channel.send(json)
  }

  /** Ends only this stream. The channel stays open. */
  end(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    for (const listener of this.#listeners) listener()
  }

  onClosed(listener: () => void): void {
    this.#listeners.push(listener)
  }
}
