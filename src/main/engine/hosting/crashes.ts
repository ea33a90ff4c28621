/** Keeps a container's last output and its crashes, for its row and for people. */
import type { WorkspaceCrash } from '#engine/store/servers/workspaceStore'

const tailBytes = 4 * 1024
const keptCrashes = 50

/** Keeps only the end of an output. */
export class OutputTail {
  #text = Buffer.alloc(0)

  add(bytes: Uint8Array): void {
    const all = Buffer.concat([this.#text, bytes.subarray(-tailBytes)])
    this.#text = all.subarray(-tailBytes)
  }

  /** The kept text. If its beginning was cut off, an incomplete first line is left out. */
  text(): string {
    const text = this.#text.toString('utf8')
    const isCut = this.#text.length >= tailBytes
    return (isCut ? text.slice(text.indexOf('\n') + 1) : text).trim()
  }
}

export class CrashHistory {
  readonly #crashes: WorkspaceCrash[] = []

  add(crash: WorkspaceCrash): void {
    this.#crashes.push(crash)
    if (this.#crashes.length > keptCrashes) this.#crashes.shift()
  }

  all(): readonly WorkspaceCrash[] {
    return this.#crashes
  }
}
