/** Writes a run's rows into its conversation: turns with their answers and notices, summaries, and the total cost. */
import type { NoticeKind } from '#contract/chat/chat'
import type { Usage } from '#contract/chat/conversation'
import { AppError } from '#contract/errors'
import type { LiveConversation } from '#engine/chat/live/liveConversation'
import { addUsage, noUsage } from '#engine/chat/models/modelUsage'
import { newMessage } from '#engine/chat/runs/newMessage'
import type { RunParts } from '#engine/chat/runs/runParts'
import type { MessageRow, StepRow } from '#engine/store/chat/chatStoreRows'

export type NoticeText = readonly [kind: NoticeKind, text: string]

export class TurnRows {
  readonly #parts: Pick<RunParts, 'makeId' | 'clock'>
  readonly #live: LiveConversation

  constructor(parts: Pick<RunParts, 'makeId' | 'clock'>, live: LiveConversation) {
    this.#parts = parts
    this.#live = live
  }

  /** The newest message; null if there is none. */
  get newest(): MessageRow | null {
    const { leafId } = this.#live.row
    return leafId === null ? null : (this.#live.tree.get(leafId) ?? null)
  }

  get(messageId: string): MessageRow {
    const row = this.#live.tree.get(messageId)
    if (row === undefined) throw new AppError('INTERNAL', 'This turn does not exist.')
    return row
  }

  begin(model: string | null): string {
    const row = this.#next({ role: 'assistant', status: 'writing', model })
    this.#live.putMessage(row)
    this.#live.change({ leafId: row.id, updatedAt: row.createdAt })
    return row.id
  }

  putAnswer(messageId: string, place: number, answer: Pick<StepRow, 'stopReason' | 'usage'>): void {
    const row = this.get(messageId)
    const steps = [...row.steps.slice(0, place), { ...row.steps[place], ...answer }]
    this.#live.putMessage({ ...row, steps })
  }

  /** Removes the last answer, which was empty. */
  dropAnswer(messageId: string): void {
    const row = this.get(messageId)
    this.#live.putMessage({ ...row, steps: row.steps.slice(0, -1) })
  }

  spend(usage: Usage): void {
    this.#live.change({ usage: addUsage(this.#live.row.usage, usage) })
  }

  /** Adds the cost of a server's sampling request to the turn during whose call it came. */
  spendOnServers(messageId: string, usage: Usage): void {
    this.spend(usage)
    const row = this.get(messageId)
    const last = row.steps.at(-1)
    if (last === undefined) return
    const forServers = addUsage(last.forServers ?? noUsage, usage)
    this.#live.putMessage({ ...row, steps: [...row.steps.slice(0, -1), { ...last, forServers }] })
  }

  notice(messageId: string, step: number, ...[notice, text]: NoticeText): void {
    this.#live.addBlock(messageId, { step, isComplete: true, block: { kind: 'notice', notice, text } })
  }

  noticeAtEnd(row: MessageRow, ...notice: NoticeText): void {
    this.notice(row.id, Math.max(0, row.steps.length - 1), ...notice)
  }

  /** Ends the current turn. If there is none, a failure gets a turn of its own. */
  finish(status: MessageRow['status'], notice: NoticeText | null): void {
    const row = this.newest
    if (row === null) return
    if (row.role === 'assistant' && row.status === 'writing') {
      this.#live.putMessage({ ...row, status })
      this.#live.change({ updatedAt: this.#parts.clock.now() })
      if (notice !== null) this.noticeAtEnd(row, ...notice)
    } else if (notice !== null && status === 'failed') {
      const messageId = this.begin(null)
      this.#live.putMessage({ ...this.get(messageId), status })
      this.notice(messageId, 0, ...notice)
    }
  }

  addSummary(model: string, text: string): void {
    // The summary has no step, because its tokens do not show how full the window is afterwards.
    const row = this.#next({ role: 'summary', model })
    this.#live.putMessage(row)
    this.#live.addBlock(row.id, { step: 0, isComplete: true, block: { kind: 'text', text } })
    this.#live.change({ leafId: row.id })
  }

  #next(given: Pick<MessageRow, 'role'> & Partial<MessageRow>): MessageRow {
    return newMessage(this.#parts, this.#live.tree, { parentId: this.#live.row.leafId, ...given })
  }
}
