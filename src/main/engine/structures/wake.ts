/** How one reader sleeps until there is something for it: the one that all streams of the engine are read by. */
import type { Clock } from '#engine/ports'

const batchMs = 16

export class Wake {
  #wake: (() => void) | null = null
  #gathers = false

  /** More of what will be one batch may come: the reader sleeps on. */
  get gathers(): boolean {
    return this.#gathers
  }

  /** Has the reader look, at once. */
  now(): void {
    this.#wake?.()
  }

  /** Has the reader look when a batch has been gathered. */
  soon(clock: Clock): void {
    if (this.#gathers) return
    this.#gathers = true
    clock.after(batchMs, () => {
      this.#gathers = false
      this.#wake?.()
    })
  }

  /** Sleeps until it is so; looks each time that it is woken. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#wake = null
  }
}

/** A stream of what a reader takes, which ends it: when `signal` fires, or when nobody reads on. */
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
