/** Reads server-sent events from pieces of text. */
export interface StreamEvent {
  readonly type: string
  readonly data: string
}

export class EventStream {
  readonly #onEvent: (event: StreamEvent) => void
  #rest = ''

  constructor(onEvent: (event: StreamEvent) => void) {
    this.#onEvent = onEvent
  }

  feed(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) this.#read(block)
  }

  #read(block: string): void {
    let type = 'message'
    let data = ''
    for (const line of block.split('\n')) {
      if (line.startsWith('data:')) data += line.slice(line[5] === ' ' ? 6 : 5)
      else if (line.startsWith('event:')) type = line.slice(6).trim()
    }
    if (data !== '') this.#onEvent({ type, data })
  }
}
