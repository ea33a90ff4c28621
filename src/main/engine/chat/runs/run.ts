/**
 * One run of a conversation: does what `nextStep` says until nothing is left to do. The conversation has everything
 * needed to continue after a crash, so the run itself is disposable.
 */
import type { ToolCallBlock } from '#contract/chat/chat'
import { AppError } from '#contract/errors'
import type { LiveConversation } from '#engine/chat/live/liveConversation'
import { ModelFailure } from '#engine/chat/models/modelClient'
import { contextTokens, priced } from '#engine/chat/models/modelUsage'
import { Answer } from '#engine/chat/runs/asking/answer'
import { callersFor } from '#engine/chat/runs/calls/callers'
import { failureWords } from '#engine/chat/runs/asking/failureWords'
import { type EndReason, nextStep } from '#engine/chat/runs/nextStep'
import { pause } from '#engine/structures/waits'
import type { RequestMaker, Setting } from '#engine/chat/runs/asking/requestMaker'
import { retryDelayMs } from '#engine/chat/runs/asking/retryPolicy'
import type { RunParts } from '#engine/chat/runs/runParts'
import { summarise } from '#engine/chat/runs/asking/summarise'
import { ToolCalls } from '#engine/chat/runs/calls/toolCalls'
import { type NoticeText, TurnRows } from '#engine/chat/runs/turnRows'
import type { Toolset } from '#engine/chat/tools/toolset'

/** The share of the model's context window above which older messages are summarised before the next answer. */
const fullShare = 0.8

const endNotices: Readonly<Record<EndReason, NoticeText | null>> = {
  ended: null,
  maxTokens: ['maxTokens', 'Ask the model to continue.'],
  refusal: ['refusal', 'The model declined to answer. Change your message, or start a new conversation.'],
  cut: ['cut', 'The response was cut off again. Partial answer kept.'],
  steps: ['limit', 'The turn reached its step limit.'],
  cost: ['limit', 'The turn reached its cost limit.'],
}

export class Run {
  readonly done: Promise<void>
  readonly #parts: RunParts
  readonly #live: LiveConversation
  readonly #requests: RequestMaker
  readonly #rows: TurnRows
  readonly #stopped = new AbortController()
  #left = false
  #calls: ToolCalls | null = null
  #streaming: { readonly since: number; readonly step: number } | null = null

  constructor(parts: RunParts, live: LiveConversation, requests: RequestMaker) {
    this.#parts = parts
    this.#live = live
    this.#requests = requests
    this.#rows = new TurnRows(parts, live)
    this.done = this.#go()
  }

  async stop(): Promise<void> {
    this.#stopped.abort(new AppError('CALL_CANCELLED', 'The run was stopped.'))
    this.#live.setRun({ kind: 'stopping', since: this.#parts.clock.now() })
    this.#calls?.cancelAll()
    await this.done
  }

  /** Ends the run, stored as after a crash: the next engine shows the conversation as interrupted. */
  async leave(): Promise<void> {
    this.#left = true
    this.#stopped.abort(new AppError('CALL_CANCELLED', 'Switchboard is closing.'))
    this.#calls?.leave()
    await this.done
  }

  /** Returns whether a call with this id was running. */
  stopTool(toolUseId: string): boolean {
    return this.#calls?.cancel(toolUseId) === true
  }

  /** Never rejects. The conversation says how the run ended. */
  async #go(): Promise<void> {
    const { clock, log } = this.#parts
    try {
      this.#live.setRun({ kind: 'preparing', since: clock.now(), what: 'tools' })
      const setting = await this.#requests.setting(this.#signal)
      await this.#requests.startServers(setting.scope, this.#signal)
      await this.#carryOn(setting)
    } catch (thrown) {
      await this.#calls?.settled().catch(() => undefined)
      if (this.#left) return await this.#live.commit().catch(() => undefined)
      if (this.#signal.aborted) this.#rows.finish('stopped', ['stopped', 'Stopped.'])
      else this.#rows.finish('failed', ['failed', this.#wordsFor(thrown)])
    }
    try {
      // The run's end is stored before any viewer is told.
      await this.#live.commit()
    } catch (thrown) {
      this.#notStored(thrown)
    }
    this.#live.setRun({ kind: 'idle' })
    await this.#live
      .commit()
      .catch((thrown: unknown) => log.error({ error: thrown }, 'storing the end of a run failed'))
  }

  #wordsFor(thrown: unknown): string {
    const words = failureWords(thrown)
    if (words === null) this.#parts.log.error({ conversation: this.#live.row.id, error: thrown }, 'a chat run failed')
    return words ?? "Internal error. See Switchboard's log for details."
  }

  /** Shows viewers at least that the conversation is not being stored. */
  #notStored(thrown: unknown): void {
    const row = this.#rows.newest
    if (row?.role !== 'assistant' || row.status === 'failed') return
    this.#live.putMessage({ ...row, status: 'failed' })
    this.#rows.noticeAtEnd(row, 'failed', this.#wordsFor(thrown))
  }

  get #signal(): AbortSignal {
    return this.#stopped.signal
  }

  async #carryOn(setting: Setting): Promise<void> {
    for (;;) {
      this.#signal.throwIfAborted()
      const last = await this.#live.last()
      const step = nextStep(last, this.#live.row.limits)
      switch (step.kind) {
        case 'ask':
          if (this.#isFull(setting)) await this.#compact(setting)
          else await this.#ask(setting, step.messageId ?? this.#beginPricedTurn(setting))
          break
        case 'call': {
          const calls = this.#toolCalls(setting, step.messageId, this.#requests.toolset(setting))
          for (const index of step.indexes) calls.start(index)
          await calls.settled()
          break
        }
        case 'consent':
          // Cannot happen: the person decides about these calls before the run resumes.
          throw new AppError('INTERNAL', 'A call was running, and nothing was decided about it.')
        case 'compact':
          await this.#compact(setting)
          break
        case 'end':
          this.#rows.finish(step.reason === 'cut' ? 'failed' : 'complete', endNotices[step.reason])
          return
      }
    }
  }

  #beginPricedTurn({ model }: Setting): string {
    const messageId = this.#rows.begin(model.id)
    if (this.#live.row.limits.costUsd !== null && model.price === null)
      this.#rows.notice(
        messageId,
        0,
        'unpriced',
        `The price of ${model.id} is unknown, so the cost limit has no effect.`,
      )
    return messageId
  }

  async #ask(setting: Setting, messageId: string): Promise<void> {
    const { clock } = this.#parts
    const step = this.#rows.get(messageId).steps.length
    this.#rows.putAnswer(messageId, step, { stopReason: null, usage: null })
    const toolset = this.#requests.toolset(setting)
    const request = await this.#requests.request(setting, toolset, await this.#live.branch())
    // Everything that the model is told is stored first.
    await this.#live.commit()
    const calls = this.#toolCalls(setting, messageId, toolset)
    for (let attempt = 1; ; attempt += 1) {
      const answer = new Answer({
        live: this.#live,
        messageId,
        step,
        toolset,
        clock,
        price: (tokens) => priced(tokens, setting.model.price),
        onToolUse: (index) => calls.start(index),
      })
      this.#streaming = { since: clock.now(), step }
      this.#tellState()
      try {
        const stopReason = await setting.client.stream(request, answer, this.#signal)
        this.#rows.putAnswer(messageId, step, { stopReason, usage: answer.usage })
        break
      } catch (thrown) {
        if (!(thrown instanceof ModelFailure)) throw thrown
        if (thrown.kind === 'tooLong') return await this.#makeRoom(setting, messageId, thrown)
        if (thrown.kind === 'refused') throw thrown
        if (thrown.kind === 'cut') {
          this.#rows.putAnswer(messageId, step, { stopReason: null, usage: answer.usage })
          this.#rows.notice(messageId, step, 'cut', `${thrown.message} Partial answer kept.`)
          break
        }
        await this.#waitToRetry(thrown, attempt)
      } finally {
        this.#streaming = null
        answer.close()
        if (answer.usage !== null) this.#rows.spend(answer.usage)
      }
    }
    this.#tellState()
    await calls.settled()
  }

  async #waitToRetry(failure: ModelFailure, attempt: number): Promise<void> {
    const { clock, random } = this.#parts
    const delayMs = retryDelayMs(attempt, failure.retryAfterMs, random)
    if (delayMs === null) throw failure
    this.#live.setRun({ kind: 'retrying', at: clock.now() + delayMs, attempt, reason: failure.message })
    await pause(clock, delayMs, this.#signal)
  }

  #toolCalls(setting: Setting, messageId: string, toolset: Toolset): ToolCalls {
    const { router, attachments, redact, clock, log } = this.#parts
    this.#calls = new ToolCalls({
      live: this.#live,
      messageId,
      scope: setting.scope,
      toolset,
      callerFor: callersFor(this.#parts, this.#live.row, setting, messageId, (usage) =>
        this.#rows.spendOnServers(messageId, usage),
      ),
      router,
      attachments,
      redact,
      clock,
      log,
      onChanged: () => this.#tellState(),
    })
    return this.#calls
  }

  /** Whether the last answer's tokens fill most of the window, and nothing was summarised since. */
  #isFull({ model }: Setting): boolean {
    if (model.window === null) return false
    const branch = this.#live.tree.branch(this.#live.row.leafId)
    const used = branch.slice(branch.findLastIndex(({ role }) => role === 'summary') + 1)
    const steps = used.flatMap((row) => row.steps)
    const last = steps.findLast(({ usage }) => usage !== null)?.usage ?? null
    return last !== null && contextTokens(last) > model.window * fullShare
  }

  async #makeRoom(setting: Setting, messageId: string, failure: ModelFailure): Promise<void> {
    const branch = this.#live.tree.branch(this.#live.row.leafId)
    const { steps } = this.#rows.get(messageId)
    this.#rows.dropAnswer(messageId)
    // Without a message before the newest one, there is nothing to summarise.
    const before = branch.at(-2)
    if (steps.length <= 1 && (before?.role === 'summary' || branch.length <= 2)) throw failure
    await this.#compact(setting)
  }

  async #compact(setting: Setting): Promise<void> {
    this.#live.setRun({ kind: 'preparing', since: this.#parts.clock.now(), what: 'summary' })
    this.#rows.finish('complete', ['compacted', 'Earlier messages were summarised for the model.'])
    const request = await this.#requests.request(setting, this.#requests.toolset(setting), await this.#live.branch())
    const text = await summarise(setting, request, this.#signal, (usage) => this.#rows.spend(usage))
    this.#rows.addSummary(setting.model.id, text)
    await this.#live.commit()
  }

  #tellState(): void {
    if (this.#live.run.kind === 'stopping') return
    const { leafId } = this.#live.row
    const calls = (leafId === null ? [] : this.#live.blocks(leafId)).flatMap(({ block }) =>
      block.kind === 'toolCall' ? [block] : [],
    )
    const since = this.#parts.clock.now()
    const questionIds = calls.flatMap(({ questionId }: ToolCallBlock) => (questionId === null ? [] : [questionId]))
    if (questionIds.length > 0) this.#live.setRun({ kind: 'waiting', since, questionIds })
    else if (this.#streaming !== null) this.#live.setRun({ kind: 'streaming', ...this.#streaming })
    else this.#live.setRun({ kind: 'tools', since, running: this.#calls?.count ?? 0 })
  }
}
