/** A running container: carries its streams, notices its exit, and stops it. */
import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type Dockerode from 'dockerode'
import { AppError } from '#contract/errors'
import { isGone, isUnreachable, requestFault, unreachable, wordsOf } from '#engine/hosting/docker/dockerFault'
import { cpuPercent, memoryBytes, type StatsSample } from '#engine/hosting/docker/containerUsage'
import { FrameReader } from '#engine/hosting/docker/frames'
import type { RelayLink } from '#engine/hosting/docker/relay/relayLink'
import type { Container, ContainerEvents, ContainerExit, ContainerUsage, NetworkUse } from '#engine/hosting/provider'
import type { Clock } from '#engine/ports'

export interface Attachment {
  readonly container: Dockerode.Container
  readonly stream: Duplex
  /** Attaches to the running container again. */
  readonly attachAgain: () => Promise<Duplex>
  /** The addresses of published ports, by container port. */
  readonly addresses: ReadonlyMap<number, string>
  readonly startedAt: number
  /** Whether MCP is spoken on the container's streams. Such a session cannot be resumed once the streams are cut. */
  readonly isBridged: boolean
  /** The container's relay to its list of hosts. Null if it has no such list. */
  readonly egress: RelayLink | null
}

/** How long to wait for output after the container has exited. */
const trailingMs = 2_000
/** How long to retry while Docker cannot be reached. */
const maxAskMs = 5_000
const askEveryMs = 250
/** The exit code of a killed process. Docker may report the exit before it records that memory ran out. */
const killedCode = 137
const oomPollMs = 100
const maxOomDelayMs = 300

export class AttachedContainer implements Container {
  readonly id: string
  readonly startedAt: number
  readonly #container: Dockerode.Container
  readonly #clock: Clock
  readonly #addresses: ReadonlyMap<number, string>
  readonly #isBridged: boolean
  readonly #egress: RelayLink | null
  readonly #attachAgain: () => Promise<Duplex>
  readonly #closing: AbortSignal
  readonly #ended: Promise<void>
  #stream: Duplex
  #exit: ContainerExit | null = null
  #stopping: Promise<void> | null = null
  #lastStats: StatsSample
  /** How many pieces of output have arrived, including the one being processed. */
  #pieces = 0
  #isTaking = false

  constructor(attachment: Attachment, events: ContainerEvents, clock: Clock, closing: AbortSignal) {
    const { container, stream, attachAgain, addresses, startedAt, isBridged, egress } = attachment
    this.id = container.id
    this.startedAt = startedAt
    this.#container = container
    this.#stream = stream
    this.#addresses = addresses
    this.#isBridged = isBridged
    this.#egress = egress
    this.#attachAgain = attachAgain
    this.#clock = clock
    this.#closing = closing
    this.#lastStats = { cpuNanoseconds: 0, atMs: clock.elapsed() }
    stream.on('error', () => undefined)
    const cut = () => {
      this.#stream.destroy()
      egress?.close()
    }
    closing.addEventListener('abort', cut, { once: true })
    this.#ended = this.#follow(events)
  }

  async write(text: string): Promise<void> {
    const stream = this.#stream
    if (this.#exit !== null || !stream.writable) throw lost()
    if (stream.write(text)) return
    const given = new AbortController()
    try {
      const { signal } = given
      await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
    } finally {
      given.abort()
    }
    if (stream.destroyed) throw lost()
  }

  address(containerPort: number): string | null {
    return this.#addresses.get(containerPort) ?? null
  }

  async usage(): Promise<ContainerUsage | null> {
    if (this.#exit !== null) return null
    try {
      const stats = await this.#container.stats({ stream: false, 'one-shot': true })
      const sample = { cpuNanoseconds: stats.cpu_stats.cpu_usage.total_usage, atMs: this.#clock.elapsed() }
      const percent = cpuPercent(this.#lastStats, sample)
      this.#lastStats = sample
      return { cpuPercent: percent, memoryBytes: memoryBytes(stats.memory_stats) }
    } catch {
      return null
    }
  }

  network(): NetworkUse | null {
    return this.#egress?.use() ?? null
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
    try {
      if (this.#exit === null) await this.#container.stop({ t: Math.ceil(graceMs / 1_000) })
    } catch (thrown) {
      if (isUnreachable(thrown)) throw unreachable(thrown)
      // The container is gone or has already exited (304). Removing it below reports any real problem.
    }
    await removeContainer(this.#container)
    await this.#ended
  }

  async #follow(events: ContainerEvents): Promise<void> {
    // Lets the caller of `start` continue before the first event.
    await new Promise((resolve) => setImmediate(resolve))
    for (;;) {
      const exited = this.#untilExit()
      const output = this.#takeOutput(events)
      if (this.#isBridged) void output.then(() => this.#killUnheard(exited))
      const told = await exited
      if (told === null) this.#stream.destroy()
      else await this.#trailing(output)
      await output
      if (this.#closing.aborted) return
      const exit = told ?? (await this.#askForExit())
      if (exit !== 'running') {
        this.#exit = exit
        this.#egress?.close()
        this.#stream.destroy()
        return events.onExit(exit)
      }
    }
  }

  /** Waits for the exit. Null if Docker cut the connection before it reported one. */
  async #untilExit(): Promise<ContainerExit | null> {
    try {
      const code = await waitFor(this.#container, 'not-running', this.#closing)
      for (let waitedMs = 0; ; waitedMs += oomPollMs) {
        const inspected = await this.#container.inspect().catch(() => null)
        // The container may already be removed.
        const exit = inspected === null ? { code, isOutOfMemory: false } : exitOf(inspected.State)
        const mayFollow =
          inspected !== null && exit.code === killedCode && !exit.isOutOfMemory && this.#stopping === null
        if (!mayFollow || waitedMs >= maxOomDelayMs) return exit
        await this.#pause(oomPollMs)
      }
    } catch {
      return null
    }
  }

  async #takeOutput(events: ContainerEvents): Promise<void> {
    const reader = new FrameReader({
      stdout: (bytes) => events.onStdout(bytes),
      stderr: (bytes) => events.onStderr(bytes),
    })
    try {
      for await (const bytes of this.#stream as AsyncIterable<Uint8Array>) {
        this.#pieces++
        this.#isTaking = true
        await reader.read(bytes)
        this.#isTaking = false
      }
    } catch {
      // A broken stream counts as the end of the output.
    }
  }

  /** Reads the remaining output of a container that has exited, until no more comes. */
  async #trailing(output: Promise<void>): Promise<void> {
    let isOver = false
    void output.then(() => (isOver = true))
    for (let seen = -1; !isOver && (this.#isTaking || seen !== this.#pieces);) {
      seen = this.#pieces
      await Promise.race([output, this.#pause(trailingMs)])
    }
    this.#stream.destroy()
  }

  /** Kills a container that keeps running after its output has ended, because nothing that it writes can arrive. */
  async #killUnheard(exited: Promise<unknown>): Promise<void> {
    const running = Symbol('running')
    const first = await Promise.race([exited, this.#pause(trailingMs).then(() => running)])
    if (first === running && !this.#closing.aborted) await this.#container.kill().catch(() => undefined)
  }

  /** Asks for the container's state after Docker went away or was restarted. */
  async #askForExit(): Promise<ContainerExit | 'running'> {
    const deadline = this.#clock.elapsed() + maxAskMs
    while (!this.#closing.aborted) {
      try {
        const { State } = await this.#container.inspect()
        if (!State.Running) return exitOf(State)
        if (!this.#isBridged) return await this.#resume()
        await this.#container.kill()
      } catch (thrown) {
        if (isGone(thrown) || this.#clock.elapsed() >= deadline) break
      }
      await this.#pause(askEveryMs)
    }
    return unknownExit
  }

  async #resume(): Promise<'running'> {
    this.#stream = await this.#attachAgain()
    this.#stream.on('error', () => undefined)
    return 'running'
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#clock.after(ms, resolve))
  }
}

const unknownExit: ContainerExit = { code: null, isOutOfMemory: false }

function exitOf({ ExitCode, OOMKilled }: Dockerode.ContainerInspectInfo['State']): ContainerExit {
  return { code: ExitCode, isOutOfMemory: OOMKilled }
}

function lost(): AppError {
  return new AppError('SERVER_LOST', 'The container has exited, or its stdin is closed.')
}

/** Replaces dockerode's `wait`, which never settles if Docker goes away before it answers. */
async function waitFor(container: Dockerode.Container, condition: string, signal: AbortSignal): Promise<number | null> {
  const answer = await new Promise<AsyncIterable<unknown>>((resolve, reject) => {
    const request = {
      path: `/containers/${container.id}/wait?`,
      method: 'POST',
      isStream: true,
      abortSignal: signal,
      statusCodes: { 200: true, 404: 'no such container', 500: 'server error' },
      options: { condition },
    }
    container.modem.dial(request, (error: unknown, stream?: unknown) =>
      error ? reject(error) : resolve(stream as AsyncIterable<unknown>),
    )
  })
  let text = ''
  for await (const bytes of answer) text += String(bytes)
  const { StatusCode } = JSON.parse(text) as { readonly StatusCode?: number }
  return StatusCode ?? null
}

/** Removes a container, even one that is running. Its named volumes stay. */
export async function removeContainer(container: Dockerode.Container): Promise<void> {
  try {
    await container.remove({ force: true, v: true })
  } catch (thrown) {
    if (isGone(thrown)) return
    if (!/already in progress/.test(wordsOf(thrown))) throw requestFault(thrown)
    await waitFor(container, 'removed', new AbortController().signal).catch((again: unknown) => {
      if (!isGone(again)) throw requestFault(again)
    })
  }
}
