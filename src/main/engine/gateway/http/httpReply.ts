/**
 * The response to a POST with requests. It is JSON if nothing is sent before the answers. Otherwise it is an event
 * stream, opened by the first message or after a long silence. Every request is settled exactly once.
 */
import type { ServerResponse } from 'node:http'
import { EventStream } from '#engine/gateway/http/eventStream'
import type { Grant } from '#engine/access/grant'
import type { GatewayParts } from '#engine/gateway/gatewayParts'
import { silentTicks, type KeptAlive } from '#engine/gateway/http/keepAlive'
import { sendJson } from '#engine/gateway/http/sendJson'
import type { Reply } from '#engine/gateway/request/reply'

const noHeaders: readonly string[] = []
/** The total size above which a batch's answers are sent as they come. */
const maxGathered = 1024 * 1024

export type ReplyParts = Pick<GatewayParts, 'keepAlive' | 'backlog'>

export class HttpReply implements Reply, KeptAlive {
  readonly #response: ServerResponse
  readonly #parts: ReplyParts
  readonly #grant: Grant
  /** The answers gathered for a batch. Null for a single request, whose answer is the body. */
  readonly #batch: string[] | null
  readonly #place: number | null
  #gathered = 0
  #unsettled: number
  #stream: EventStream | null = null
  #quietTicks = 0

  constructor(response: ServerResponse, parts: ReplyParts, grant: Grant, batchSize: number | null) {
    this.#response = response
    this.#parts = parts
    this.#grant = grant
    this.#batch = batchSize === null ? null : []
    this.#unsettled = batchSize ?? 1
    this.#place = this.#unsettled > 0 ? parts.keepAlive.add(this) : null
  }

  get isUnsettled(): boolean {
    return this.#unsettled > 0
  }

  get isOpen(): boolean {
    return this.#unsettled > 0 && !this.#isGone
  }

  send(json: string): void {
    if (this.isOpen) this.#opened().send(json)
  }

  sendIfReading(json: string): void {
    if (this.isOpen) this.#opened().sendIfReading(json)
  }

  /** Status and headers only apply if no stream is open. */
  answer(json: string, status = 200, headers: readonly string[] = noHeaders): void {
    if (this.#unsettled === 0) return
    if (this.#stream !== null) this.#stream.send(json)
    else if (this.#batch !== null) this.#gather(this.#batch, json)
    else {
      this.#settled()
      sendJson(this.#response, status, json, headers)
      return
    }
    this.#settleOne()
  }

  skip(): void {
    if (this.#unsettled > 0) this.#settleOne()
  }

  tick(): boolean {
    if (this.#isGone) return false
    if (this.#stream !== null) return this.#stream.tick()
    this.#quietTicks += 1
    if (this.#quietTicks >= silentTicks) this.#opened().keepAlive()
    return true
  }

  get #isGone(): boolean {
    return this.#response.destroyed || this.#response.writableEnded
  }

  #gather(batch: string[], json: string): void {
    batch.push(json)
    this.#gathered += json.length
    if (this.#gathered > maxGathered && !this.#isGone) this.#opened()
  }

  #newStream(): EventStream {
    return new EventStream(this.#response, this.#parts.backlog, this.#grant)
  }

  #settleOne(): void {
    this.#unsettled -= 1
    if (this.#unsettled > 0) return
    this.#settled()
    if (this.#stream === null && this.#batch !== null && this.#batch.length > 0) {
      sendJson(this.#response, 200, `[${this.#batch.join(',')}]`)
    } else if (!this.#isGone) {
      this.#stream ??= this.#newStream()
      this.#stream.end()
    }
  }

  #settled(): void {
    this.#unsettled = 0
    if (this.#place !== null) this.#parts.keepAlive.remove(this.#place, this)
  }

  #opened(): EventStream {
    if (this.#stream === null) {
      this.#stream = this.#newStream()
      for (const json of this.#batch ?? []) this.#stream.send(json)
    }
    return this.#stream
  }
}
