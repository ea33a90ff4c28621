/**
 * Learns of changes by other engines on the same Postgres, over a separate connection that reconnects when lost.
 * Reports which data to read again, never the new values.
 */
import type { Client } from 'pg'
import { messageOf } from '#contract/errors'
import type { Clock, Log, Timer } from '#engine/ports'
import { type SharedSubject, sharedSubjects } from '#engine/store/database/database'

export interface ChangeNoticesOptions {
  /** Makes a separate connection, not opened yet. */
  readonly makeClient: () => Client
  /** Whether this Postgres process serves this engine, which already knows its own changes. */
  readonly isOwn: (processId: number) => boolean
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

/** Must match the channel name in the tables' triggers. */
const channel = 'kb_changed'
const firstPauseMs = 1_000
const maxPauseMs = 30_000

export class ChangeNotices {
  readonly #options: ChangeNoticesOptions
  #listener: (subject: SharedSubject) => void = () => undefined
  #client: Client | null = null
  #timer: Timer | null = null
  #pauseMs = firstPauseMs
  #closed = false

  constructor(options: ChangeNoticesOptions) {
    this.#options = options
  }

  follow(listener: (subject: SharedSubject) => void): void {
    this.#listener = listener
    void this.#open()
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#timer?.cancel()
    await this.#client?.end().catch(() => undefined)
  }

  /** Never rejects. */
  async #open(): Promise<void> {
    const client = this.#options.makeClient()
    this.#client = client
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client, null))
    client.on('notification', ({ payload, processId }) => {
      const subject = sharedSubjects.find((one) => one === payload)
      if (subject !== undefined && !this.#options.isOwn(processId)) this.#listener(subject)
    })
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      this.#lost(client, error)
      return
    }
    this.#pauseMs = firstPauseMs
    // Changes made before the connection listened were missed, so everything is read again.
    if (!this.#closed) for (const subject of sharedSubjects) this.#listener(subject)
  }

  #lost(client: Client, error: unknown): void {
    if (this.#client !== client || this.#closed) return
    this.#client = null
    client.end().catch(() => undefined)
    const { clock, log } = this.#options
    const pauseMs = this.#pauseMs
    log.warn(
      { reason: messageOf(error), pauseMs },
      'changes by other engines are not noticed until the database is reached again',
    )
    this.#pauseMs = Math.min(maxPauseMs, pauseMs * 2)
    this.#timer = clock.after(pauseMs, () => void this.#open())
  }
}
