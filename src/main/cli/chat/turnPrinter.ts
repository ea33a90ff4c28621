/** Prints a turn as it comes: the model's text as the result, everything else as notes. */
import type { Block, ChatEvent, Message, ToolCallBlock } from '#contract/chat/chat'
import { shortText } from '#contract/text/shortText'
import type { Terminal } from '#main/cli/terminal'

const maxShownLength = 200

export class TurnPrinter {
  readonly #terminal: Terminal
  readonly #silent: boolean
  /** What was already printed of each block: a text's length, or a call's status. */
  readonly #printed = new Map<string, number | string>()
  readonly #blocks = new Map<string, Block>()
  #turnId: string | null = null
  #atLineStart = true
  #retryAt = 0
  isOver = false

  /** `silent`: prints only to stderr. */
  constructor(terminal: Terminal, silent: boolean) {
    this.#terminal = terminal
    this.#silent = silent
  }

  take(event: ChatEvent): void {
    switch (event.type) {
      case 'snapshot':
        for (const message of event.messages.slice(-1)) this.#message(message)
        this.#conversation(event.conversation.run)
        break
      case 'conversation':
        this.#conversation(event.conversation.run)
        break
      case 'message':
        this.#message(event.message)
        break
      case 'block':
        this.#block(event.messageId, event.index, event.block)
        break
      case 'text': {
        const block = this.#blocks.get(`${event.messageId} ${event.index}`)
        if (block?.kind === 'text')
          this.#block(event.messageId, event.index, { ...block, text: block.text.slice(0, event.offset) + event.text })
        break
      }
      case 'removed':
        this.isOver = true
        break
    }
  }

  end(): void {
    this.#newLine()
  }

  #conversation(run: Extract<ChatEvent, { type: 'conversation' }>['conversation']['run']): void {
    if (run.kind === 'idle') this.isOver = true
    if (run.kind !== 'retrying' || run.at === this.#retryAt) return
    this.#retryAt = run.at
    this.#note(`${run.reason} Trying again.`)
  }

  /** Prints what is new in the model's message. From then on, blocks of earlier messages are not printed. */
  #message(message: Message): void {
    if (message.role !== 'assistant') return
    this.#turnId = message.id
    for (const [index, block] of message.blocks.entries()) this.#block(message.id, index, block)
  }

  #block(messageId: string, index: number, block: Block): void {
    if (messageId !== this.#turnId) return
    const key = `${messageId} ${index}`
    this.#blocks.set(key, block)
    switch (block.kind) {
      case 'text': {
        const length = Number(this.#printed.get(key) ?? 0)
        if (length === 0 && block.text !== '') this.#newLine()
        this.#print(block.text.slice(length))
        this.#printed.set(key, block.text.length)
        break
      }
      case 'toolCall':
        if (this.#printed.get(key) === block.status) break
        this.#printed.set(key, block.status)
        this.#call(block)
        break
      case 'notice':
        if (this.#printed.has(key)) break
        this.#printed.set(key, block.notice)
        this.#note(block.text)
        break
      case 'thinking':
      case 'attachment':
      case 'resource':
      case 'other':
        break
    }
  }

  #call({ status, server, toolName, arguments: args, durationMs, error }: ToolCallBlock): void {
    const name = server === null ? toolName : `${server} / ${toolName}`
    switch (status) {
      case 'writing':
      case 'waiting':
        break
      case 'running':
        this.#note(`→ ${name} ${shortText(args, maxShownLength)}`)
        break
      case 'succeeded':
        this.#note(`✓ ${name}, ${durationMs ?? 0} ms`)
        break
      case 'failed':
      case 'denied':
      case 'cancelled':
      case 'interrupted':
      case 'skipped':
        this.#note(`✗ ${name}: ${shortText(error ?? status, maxShownLength)}`)
    }
  }

  #note(text: string): void {
    this.#newLine()
    this.#terminal.note(`${this.#terminal.style('dim', text)}\n`)
  }

  #print(text: string): void {
    if (this.#silent || text === '') return
    this.#terminal.print(text)
    this.#atLineStart = text.endsWith('\n')
  }

  #newLine(): void {
    if (this.#atLineStart) return
    this.#terminal.print('\n')
    this.#atLineStart = true
  }
}
