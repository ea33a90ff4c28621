/**
 * Connects a container that may reach only listed hosts: starts the relay in it, and passes the connections that the
 * relay carries to the proxy. The container has no other network. A relay that exits is restarted, and the server has
 * no network until then.
 */
import { Duplex, Transform } from 'node:stream'
import { AppError } from '#contract/errors'
import { backoff } from '#contract/backoff'
import { FrameReader } from '#engine/hosting/docker/frames'
import { EgressProxy } from '#engine/hosting/egress/egressProxy'
import { openTunnel, type Tunnel } from '#engine/hosting/egress/tunnel'
import type { NetworkUse } from '#engine/hosting/provider'
import type { Clock, Timer } from '#engine/ports'

export interface RelayLinkOptions {
  readonly hosts: readonly string[]
  /** Starts a relay in the container. The stream carries its stdin, and its output in Docker's frames. */
  readonly openRelay: () => Promise<Duplex>
  readonly clock: Clock
  readonly onNote: (sentence: string) => void
}

const readyMs = 20_000
const firstDelayMs = 500
const maxDelayMs = 30_000
/** A relay that ran at least this long before it exited does not count as failing. */
const steadyMs = 60_000

export class RelayLink {
  readonly #options: RelayLinkOptions
  readonly #proxy: EgressProxy
  #tunnel: Tunnel | null = null
  #failures = 0
  #retry: Timer | null = null
  #isClosed = false

  constructor(options: RelayLinkOptions) {
    this.#options = options
    this.#proxy = new EgressProxy({ hosts: options.hosts, onRefused: options.onNote })
  }

  /** Resolves when the relay is ready for the server. Rejects with `COMMAND_FAILED`. */
  async open(): Promise<void> {
    const { clock, openRelay } = this.#options
    const wire = await openRelay()
    const tunnel = openTunnel({
      wire: unframed(wire),
      now: () => clock.elapsed(),
      onConnection: (connection) => this.#proxy.serve(connection),
    })
    const timer = clock.after(readyMs, () => tunnel.close())
    try {
      await tunnel.ready
    } catch (thrown) {
      tunnel.close()
      wire.destroy()
      throw new AppError('COMMAND_FAILED', "The relay to the server's allowed hosts did not start.", { cause: thrown })
    } finally {
      timer.cancel()
    }
    if (this.#isClosed) return tunnel.close()
    this.#tunnel = tunnel
    const since = clock.elapsed()
    void tunnel.closed.then(() => {
      wire.destroy()
      if (clock.elapsed() - since >= steadyMs) this.#failures = 0
      this.#openLater()
    })
  }

  use(): NetworkUse {
    return this.#proxy.use()
  }

  close(): void {
    this.#isClosed = true
    this.#retry?.cancel()
    this.#tunnel?.close()
    this.#proxy.close()
  }

  #openLater(): void {
    if (this.#isClosed) return
    const delayMs = backoff(firstDelayMs, ++this.#failures, 0.5, maxDelayMs)
    this.#retry = this.#options.clock.after(delayMs, () => void this.#openAgain())
  }

  async #openAgain(): Promise<void> {
    if (this.#isClosed) return
    try {
      await this.open()
      this.#options.onNote('Network: the relay exited and was restarted.')
    } catch {
      this.#openLater()
    }
  }
}

/** Unpacks the relay's stdout from Docker's frames. Its stderr is ignored. */
function unframed(stream: Duplex): Duplex {
  const frames = new FrameReader({ stdout: (bytes) => void output.push(bytes), stderr: () => undefined })
  const take = async (bytes: Uint8Array, done: () => void) => {
    await frames.read(bytes)
    done()
  }
  const output: Transform = new Transform({
    transform(bytes: Uint8Array, _encoding, done) {
      void take(bytes, done)
    },
  })
  stream.on('error', () => output.destroy())
  stream.once('close', () => output.destroy())
  output.on('error', () => undefined)
  stream.pipe(output)
  return Duplex.from({ readable: output, writable: stream })
}
