/** Lets one reader sleep until there is work for it. All streams of the engine use this. */
import type { Clock } from '#engine/ports'

const batchMs = 16

export class Wake {
  #wake: (() => void) | null = null
  #gathers = false

  /** Whether more events of the same batch may come, so that the reader keeps sleeping. */
  get gathers(): boolean {
    return this.#gathers
  }

  /** Wakes the reader immediately. */
  now(): void {
    this.#wake?.()
  }

  /** Wakes the reader once a batch has been gathered. */
  soon(clock: Clock): void {
    if (this.#gathers) return
    this.#gathers = true
    clock.after(batchMs, () => {
      this.#gathers = false
      this.#wake?.()
    })
  }

  /** Sleeps until the condition is true. Checks the condition at each wake-up. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#wake = null
  }
}

/** Yields a reader's batches. Ends the reader when `signal` is aborted, or when the stream is no longer read. */
export async function* batchesOf<Batch>(
  reader: { take(): Promise<Batch | null>; end(): void },
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch, void, undefined> {
  const end = () => reader.end()
  if (signal?.aborted === true) end()
  signal?.addEventListener('abort', end, { once: true })
  try {
    for (let batch = await reader.take(); batch !== null; batch = await reader.take()) yield batch
  } finally {
    signal?.removeEventListener('abort', end)
    end()
  }
}
