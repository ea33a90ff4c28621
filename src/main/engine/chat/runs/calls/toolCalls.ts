/**
 * Runs a turn's tool calls, in parallel if the model requested several. Each call is stored before it runs, and its
 * result before it is used.
 */
import type { ToolCallBlock } from '#contract/chat/chat'
import { AppError, messageOf } from '#contract/errors'
import type { AttachmentFiles } from '#engine/chat/attachments/attachmentFiles'
import type { LiveConversation } from '#engine/chat/live/liveConversation'
import { type ToolCallWire, wireOfCall } from '#engine/chat/requests/callWire'
import { keptResult, type KeptResult } from '#engine/chat/requests/keptResult'
import { answerSearch, readToolUse, type Toolset } from '#engine/chat/tools/toolset'
import type { Clock, Log } from '#engine/ports'
import type { Scope } from '#engine/registry/catalog/scope'
import type { Caller, CallResult, Router } from '#engine/router/call'
import { Cancellation } from '#engine/router/cancellation'

export interface ToolCallsOptions {
  readonly live: LiveConversation
  readonly messageId: string
  readonly scope: Scope
  readonly toolset: Toolset
  /** Returns the caller for this server's tools. */
  readonly callerFor: (server: string | null) => Caller
  readonly router: Router
  readonly attachments: AttachmentFiles
  readonly redact: (text: string) => string
  readonly clock: Clock
  readonly log: Log
  /** Called when a call begins, ends, or begins to wait for a person. */
  readonly onChanged: () => void
}

interface Running {
  readonly cancellation: Cancellation
  readonly done: Promise<void>
}

export class ToolCalls {
  readonly #options: ToolCallsOptions
  readonly #running = new Map<string, Running>()
  #left = false

  constructor(options: ToolCallsOptions) {
    this.#options = options
  }

  get count(): number {
    return this.#running.size
  }

  start(index: number): void {
    const { toolUseId, status } = this.#call(index)
    if (status !== 'waiting' || this.#running.has(toolUseId)) return
    const cancellation = new Cancellation()
    const done = this.#make(index, cancellation).finally(() => {
      this.#running.delete(toolUseId)
      this.#options.onChanged()
    })
    // `settled` reports the error.
    done.catch(() => undefined)
    this.#running.set(toolUseId, { cancellation, done })
    this.#options.onChanged()
  }

  /** Returns whether a call with this id was running. */
  cancel(toolUseId: string): boolean {
    const running = this.#running.get(toolUseId)
    running?.cancellation.cancel()
    return running !== undefined
  }

  cancelAll(): void {
    for (const { cancellation } of this.#running.values()) cancellation.cancel()
  }

  /**
   * Leaves the calls as a crash would. The outcome of sent calls is unknown, and unsent ones are made when the run
   * continues.
   */
  leave(): void {
    this.#left = true
    this.cancelAll()
  }

  /** Resolves when no call is running. Rejects if a call could not be stored. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  async #make(index: number, cancellation: Cancellation): Promise<void> {
    const { live, messageId, toolset, clock } = this.#options
    const wire = wireOfCall(live.block(messageId, index).wire)
    const use = readToolUse(toolset, wire.name, wire.input)
    if (use.kind === 'search') {
      const { wire: result, text } = answerSearch(toolset, use.query)
      const content = [{ type: 'text', text }]
      const ended = { status: 'succeeded', startedAt: clock.now(), durationMs: 0, result: { content } } as const
      this.#change(index, ended, { ...wire, result })
      return live.commit()
    }
    const outcome = await this.#callTool(index, use.publicName, use.args, cancellation)
    const { startedAt } = this.#call(index)
    const over = { progress: null, questionId: null }
    if (this.#left && outcome.status === 'cancelled') this.#change(index, over)
    else
      this.#change(index, {
        ...outcome,
        ...over,
        durationMs: startedAt === null ? null : Math.max(0, clock.now() - startedAt),
      })
    await live.commit()
  }

  async #callTool(
    index: number,
    name: string,
    args: unknown,
    cancellation: Cancellation,
  ): Promise<Partial<ToolCallBlock>> {
    const { live, scope, toolset, callerFor, router, clock, log } = this.#options
    const { toolUseId, server } = this.#call(index)
    try {
      const result = await router.callTool(scope, {
        params: { name, arguments: args, _meta: { progressToken: toolUseId } },
        caller: callerFor(server),
        unoffered: !toolset.offers.has(name),
        cancellation,
        onNotification: (method, params) => {
          if (method === 'notifications/progress') this.#progress(index, params)
        },
        onQuestion: (questionId) => {
          const isSent = this.#call(index).startedAt !== null && questionId === null
          // The time that a person takes does not count against the call.
          this.#change(index, {
            ...(isSent ? { status: 'running', startedAt: clock.now() } : { status: 'waiting' }),
            questionId,
          })
          this.#options.onChanged()
        },
        onEdited: (edited) => this.#change(index, { editedArguments: JSON.stringify(edited) }),
        onRecorded: (callId) => {
          // The call is stored as running before it is sent, so that it is not made again unasked after a crash.
          this.#change(index, { callId, status: 'running', startedAt: clock.now() })
          return live.commit()
        },
      })
      return await this.#outcomeOf(index, result)
    } catch (thrown) {
      const error = thrown instanceof AppError ? thrown : new AppError('INTERNAL', 'The call could not be made.')
      if (error !== thrown) log.error({ tool: name, error: thrown }, 'a chat tool call failed')
      return { status: statusOf(error), error: this.#options.redact(messageOf(error)) }
    }
  }

  async #outcomeOf(index: number, result: CallResult): Promise<Partial<ToolCallBlock>> {
    const { attachments, live, redact } = this.#options
    const text = JSON.stringify(result)
    const kept = await attachments.keepImages(live.row.id, result)
    // Secrets in a tool's result are neither stored nor sent to the model.
    const capped = JSON.parse(redact(JSON.stringify(keptResult(kept, this.#call(index).callId)))) as KeptResult
    return {
      status: capped.isError === true ? 'failed' : 'succeeded',
      result: { ...capped },
      resultBytes: Buffer.byteLength(text),
    }
  }

  #progress(index: number, params: Readonly<Record<string, unknown>>): void {
    const { progress, total, message } = params
    if (typeof progress !== 'number') return
    this.#change(index, {
      progress: {
        progress,
        total: typeof total === 'number' ? total : null,
        message: typeof message === 'string' ? message.slice(0, 1000) : null,
      },
    })
  }

  #call(index: number): ToolCallBlock {
    const { block } = this.#options.live.block(this.#options.messageId, index)
    if (block.kind !== 'toolCall') throw new AppError('INTERNAL', 'This block is not a tool call.')
    return block
  }

  #change(index: number, change: Partial<ToolCallBlock>, wire?: ToolCallWire): void {
    const { live, messageId } = this.#options
    const row = live.block(messageId, index)
    live.putBlock(messageId, index, {
      ...row,
      block: { ...this.#call(index), ...change },
      ...(wire === undefined ? {} : { wire }),
    })
  }
}

function statusOf({ code }: AppError): ToolCallBlock['status'] {
  if (code === 'CALL_CANCELLED') return 'cancelled'
  return code === 'CALL_REFUSED' ? 'denied' : 'failed'
}
