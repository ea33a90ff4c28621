/**
 * Carries MCP between stdin and stdout and the engine of a data folder. The bridge is little more than a pipe, because
 * the engine handles MCP. When the engine exits, the bridge finds or starts another one, and the client does not
 * notice.
 */
import { once } from 'node:events'
import type { Duplex, Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { messageOf } from '#contract/errors'
import { maxClientMessageBytes, tooLarge } from '#engine/net/receivedText'
import { createLineSplitter } from '#engine/net/lineSplitter'
import { Conversation } from '#main/cli/bridge/conversation'
import { readLeavingLine } from '#main/host/control/controlPaths'

export interface BridgeParts {
  readonly input: Readable
  readonly output: Writable
  /** Finds or starts an engine. `successor`: another engine is about to start. */
  readonly join: (successor: boolean, signal: AbortSignal) => Promise<Duplex>
  readonly note: (text: string) => void
  readonly signal: AbortSignal
}

/**
 * The longest accepted line from the engine, below the maximum length of a string. Results have no limit of their own.
 */
const maxResultLength = 500 * 1024 * 1024
const patienceBytes = 1024 * 1024
/** How long a client that has closed its side still gets answers. */
const lastAnswersMs = 10_000
const closingGraceMs = 500
/** How long an engine must have run. One that exited sooner counts as failing. */
const soundLifeMs = 5_000
const maxPauseMs = 5_000

export class Bridge {
  readonly #parts: BridgeParts
  readonly #conversation = new Conversation()
  readonly #ended = new AbortController()
  #link: Duplex | null = null
  #isLeaving = false
  /** Whether the client has closed its side. */
  #inputEnded = false
  /** Called when the client has sent something again. */
  #onRequest: (() => void) | null = null

  constructor(parts: BridgeParts) {
    this.#parts = parts
    parts.signal.addEventListener('abort', () => this.#end(), { once: true })
    parts.output.once('error', () => this.#end())
    parts.output.once('close', () => this.#end())
    this.#readInput()
  }

  /** Resolves when the client has gone. */
  async run(): Promise<void> {
    const { signal } = this.#ended
    let successor = false
    let pauseMs = 0
    while (!signal.aborted) {
      const link = await this.#parts.join(successor, signal).catch((thrown: unknown) => this.#hopeless(thrown))
      if (link === null) {
        await this.#nextRequest()
        continue
      }
      const since = performance.now()
      successor = await this.#carry(link)
      pauseMs = performance.now() - since > soundLifeMs ? 0 : Math.min(maxPauseMs, pauseMs * 2 + 25)
      if (!signal.aborted) await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  /** Carries lines until this engine is gone. Returns whether the engine named a successor. */
  async #carry(link: Duplex): Promise<boolean> {
    this.#link = link
    this.#isLeaving = false
    let successor = false
    const splitter = createLineSplitter({
      maxBytes: maxResultLength,
      onLine: (line) => {
        const leaving = readLeavingLine(line)
        if (leaving !== null) {
          ;({ successor } = leaving)
          this.#isLeaving = true
          this.#conversation.leaving()
        } else if (this.#conversation.fromEngine(line)) this.#toClient(line)
        this.#leaveWhenAnswered()
      },
      onTooLong: () => this.#parts.note('A message from the engine was too long and was dropped.\n'),
    })
    link.on('error', () => link.destroy())
    link.on('end', () => link.end())
    link.on('drain', () => this.#parts.input.resume())
    link.on('data', (chunk: Buffer) => {
      splitter.push(chunk)
      if (this.#parts.output.writableLength > patienceBytes) this.#pause(link)
    })
    const closed = link.destroyed ? Promise.resolve() : once(link, 'close').catch(() => undefined)
    const { toEngine, toClient } = this.#conversation.connected()
    for (const line of toEngine) link.write(`${line}\n`)
    for (const line of toClient) this.#toClient(line)
    this.#leaveWhenAnswered()
    await closed
    this.#link = null
    this.#parts.input.resume()
    for (const line of this.#conversation.lost()) this.#toClient(line)
    return successor
  }

  #readInput(): void {
    const { input } = this.#parts
    const splitter = createLineSplitter({
      maxBytes: maxClientMessageBytes,
      onLine: (line) => {
        const taken = this.#conversation.fromClient(line)
        if (taken === 'goes') this.#link?.write(`${line}\n`)
        else if (taken !== 'stays') this.#toClient(taken.refusal)
        this.#onRequest?.()
      },
      onTooLong: () => this.#toClient(tooLarge(maxClientMessageBytes)),
    })
    input.on('data', (chunk: Buffer) => {
      splitter.push(chunk)
      if (this.#link !== null && this.#link.writableLength > patienceBytes) input.pause()
    })
    input.once('error', () => this.#end())
    input.once('end', () => {
      this.#inputEnded = true
      setTimeout(() => this.#end(), lastAnswersMs).unref()
      this.#leaveWhenAnswered()
    })
  }

  /** Closes the link when no request on it is pending. */
  #leaveWhenAnswered(): void {
    if (this.#inputEnded && this.#conversation.unanswered === 0) this.#end()
    else if (this.#isLeaving && this.#conversation.underWay === 0) this.#link?.end()
  }

  #toClient(line: string): void {
    if (!this.#parts.output.writableEnded) this.#parts.output.write(`${line}\n`)
  }

  /** Stops reading answers until the client has read the earlier ones. */
  #pause(link: Duplex): void {
    link.pause()
    this.#parts.output.once('drain', () => link.resume())
  }

  #hopeless(thrown: unknown): null {
    if (this.#ended.signal.aborted) return null
    const reason = messageOf(thrown)
    this.#parts.note(`${reason}\n`)
    for (const line of this.#conversation.hopeless(reason)) this.#toClient(line)
    this.#leaveWhenAnswered()
    return null
  }

  /** Resolves when the client sends a request, or has gone. Before that it needs no engine, so nothing is retried. */
  #nextRequest(): Promise<void> {
    const { signal } = this.#ended
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onRequest = () => {
        if (this.#conversation.unanswered === 0) return
        this.#onRequest = null
        resolve()
      }
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  #end(): void {
    this.#ended.abort()
    this.#parts.input.destroy()
    const link = this.#link
    if (link === null) return
    link.end()
    setTimeout(() => link.destroy(), closingGraceMs).unref()
  }
}
