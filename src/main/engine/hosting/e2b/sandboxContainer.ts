/**
 * A program in a sandbox: carries its streams, notices its exit, and stops it. The sandbox ends unless the engine keeps
 * extending it.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { AppError } from '#contract/errors'
import type { E2bApi, Sandbox } from '#engine/hosting/e2b/e2bApi'
import { type Envd, type ProcessEvent, signals } from '#engine/hosting/e2b/envd'
import { type E2bPlace, portHeaders, portUrl } from '#engine/hosting/e2b/e2bPlace'
import type { Container, ContainerEvents, ContainerExit, ContainerUsage } from '#engine/hosting/provider'
import type { Clock, Timer } from '#engine/ports'

export interface SandboxParts {
  readonly api: E2bApi
  readonly envd: Envd
  readonly place: E2bPlace
  readonly sandbox: Sandbox
  /** The program's events. The first one has already been read. */
  readonly stream: AsyncGenerator<ProcessEvent>
  /** Cuts the streams when aborted. */
  readonly cut: AbortController
  readonly pid: number
  /** The ports that can be reached; null: all. */
  readonly ports: readonly number[] | null
  /** Whether MCP is spoken on the program's streams. Such a session cannot be resumed once the streams are cut. */
  readonly isBridged: boolean
  readonly startedAt: number
  readonly clock: Clock
  /** Aborted when the engine closes. Nothing is reported from then on. */
  readonly closing: AbortSignal
}

/** How long a sandbox lives after its engine has stopped extending it. */
export const lifeSeconds = 300
const extendEveryMs = 60_000
const extendAgainMs = 10_000
/** How long the engine tries to reach a sandbox again. */
const maxAskMs = 30_000
const askEveryMs = 1_000

export class SandboxContainer implements Container {
  readonly id: string
  readonly startedAt: number
  readonly #parts: SandboxParts
  readonly #ended: Promise<void>
  #exit: ContainerExit | null = null
  #isStopping = false
  #stopping: Promise<void> | null = null
  #writing: Promise<void> = Promise.resolve()
  #extending: Timer | null = null

  constructor(parts: SandboxParts, events: ContainerEvents) {
    this.id = parts.sandbox.sandboxID
    this.startedAt = parts.startedAt
    this.#parts = parts
    parts.closing.addEventListener('abort', () => this.#leave(), { once: true })
    this.#extendLater(extendEveryMs)
    this.#ended = this.#follow(events)
  }

  /**
   * Writes to the program's stdin. Each write is a request of its own, sent after the previous one so that none
   * overtakes another.
   */
  write(text: string): Promise<void> {
    const { envd, pid } = this.#parts
    const written = this.#writing.then(async () => {
      if (this.#exit !== null) throw lost()
      await envd.write(pid, text).catch((thrown: unknown) => {
        throw this.#exit === null ? thrown : lost()
      })
    })
    this.#writing = written.catch(() => undefined)
    return written
  }

  address(containerPort: number): string | null {
    const { place, sandbox, ports } = this.#parts
    if (ports?.includes(containerPort) === false) return null
    return portUrl(place, this.id, containerPort, sandbox.domain ?? null)
  }

  portHeaders(containerPort: number): Readonly<Record<string, string>> {
    const { trafficAccessToken } = this.#parts.sandbox
    return {
      ...portHeaders(this.id, containerPort),
      ...(trafficAccessToken && { 'e2b-traffic-access-token': trafficAccessToken }),
    }
  }

  async usage(): Promise<ContainerUsage | null> {
    if (this.#exit !== null) return null
    return await this.#parts.api.usage(this.id).catch(() => null)
  }

  network(): null {
    return null
  }

  stop(graceMs: number): Promise<void> {
    this.#stopping ??= this.#stop(graceMs).catch((thrown: unknown) => {
      // A failed stop can be tried again.
      this.#stopping = null
      throw thrown
    })
    return this.#stopping
  }

  async #stop(graceMs: number): Promise<void> {
    const { api, envd, pid } = this.#parts
    this.#isStopping = true
    if (this.#exit === null && graceMs > 0) {
      // If the signal fails, the program is still stopped with its sandbox.
      await envd.signal(pid, signals.terminate).catch(() => undefined)
      await Promise.race([this.#ended, this.#pause(graceMs)])
    }
    await api.kill(this.id)
    this.#leave()
    await this.#ended
  }

  #leave(): void {
    this.#extending?.cancel()
    this.#parts.cut.abort()
  }

  async #follow(events: ContainerEvents): Promise<void> {
    // The caller of `start` gets its container before the first event.
    await turn()
    for (let stream: AsyncGenerator<ProcessEvent> | null = this.#parts.stream; ;) {
      const told = stream === null ? unheard : await takeOutput(stream, events)
      if (this.#parts.closing.aborted) return
      if (told !== 'cut') return this.#end(told, events)
      if (this.#isStopping) return this.#end({ code: 137, isOutOfMemory: false }, events)
      if (this.#parts.isBridged) {
        // The program may still be running, but can no longer be reached.
        await this.#parts.api.kill(this.id).catch(() => undefined)
        return this.#end(unheard, events)
      }
      stream = await this.#resume()
    }
  }

  #end(exit: ContainerExit, events: ContainerEvents): void {
    this.#exit = exit
    this.#leave()
    events.onExit(exit)
  }

  /** Connects to the program again. Null if the program or its sandbox is gone. */
  async #resume(): Promise<AsyncGenerator<ProcessEvent> | null> {
    const { clock, envd, cut, closing } = this.#parts
    const deadline = clock.elapsed() + maxAskMs
    while (!closing.aborted && !this.#isStopping && clock.elapsed() < deadline) {
      try {
        const stream = envd.connect(cut.signal)
        const first = await stream.next()
        if (first.done !== true) return stream
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null
      }
      await this.#pause(askEveryMs)
    }
    return null
  }

  #extendLater(delayMs: number): void {
    this.#extending = this.#parts.clock.after(delayMs, () => void this.#extend())
  }

  async #extend(): Promise<void> {
    try {
      // The sandbox is gone. Cutting its stream reports the end.
      if (!(await this.#parts.api.extend(this.id, lifeSeconds))) return this.#parts.cut.abort()
      if (this.#exit === null && !this.#parts.cut.signal.aborted) this.#extendLater(extendEveryMs)
    } catch {
      if (this.#exit === null && !this.#parts.cut.signal.aborted) this.#extendLater(extendAgainMs)
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#parts.clock.after(ms, resolve))
  }
}

const unheard: ContainerExit = { code: null, isOutOfMemory: false }

/** Returns `cut` if the stream ended without the program's exit. */
async function takeOutput(
  stream: AsyncGenerator<ProcessEvent>,
  events: ContainerEvents,
): Promise<ContainerExit | 'cut'> {
  try {
    for await (const event of stream) {
      if (event.kind === 'end') return { code: event.code, isOutOfMemory: false }
      if (event.kind === 'output')
        await (event.source === 'stdout' ? events.onStdout(event.bytes) : events.onStderr(event.bytes))
    }
  } catch {
    // A broken stream counts as the end of the output.
  }
  return 'cut'
}

function lost(): AppError {
  return new AppError('SERVER_LOST', 'The program in the sandbox has exited.')
}
