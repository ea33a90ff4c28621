/** Begins, ends and continues a conversation's turns. Each conversation has at most one run, in one engine. */
import {
  type Conversation,
  maxParts,
  type NextSending,
  type Part,
  type Resumption,
  type Sending,
  type WaitingPart,
} from '#contract/chat/chat'
import { AppError } from '#contract/errors'
import type { OpenConversation, OpenConversations } from '#engine/chat/openConversations'
import { sentBlocks, titleOf } from '#engine/chat/sentBlocks'
import { waitingParts } from '#engine/chat/waitingParts'
import { refuseUnknown, reopenedTurn, settledTurn } from '#engine/chat/runs/leftOver'
import { newMessage } from '#engine/chat/runs/newMessage'
import { Run } from '#engine/chat/runs/run'
import { RunLeases } from '#engine/chat/runs/runLeases'
import type { RunParts } from '#engine/chat/runs/runParts'
import type { ChatStore } from '#engine/store/chat/chatStore'
import type { BlockRow, ConversationRow, MessageRow } from '#engine/store/chat/chatStoreRows'

export interface TurnsOptions {
  readonly store: ChatStore
  readonly parts: RunParts
  readonly background: { run(what: string, work: () => Promise<unknown>): void }
  /** This engine's key. */
  readonly engine: string
}

export class Turns {
  readonly #options: TurnsOptions
  readonly #open: OpenConversations
  readonly #leases: RunLeases
  #running = 0

  constructor(options: TurnsOptions, open: OpenConversations) {
    this.#options = options
    this.#open = open
    const { store, engine, background, parts } = options
    this.#leases = new RunLeases({ store, engine, background, clock: parts.clock })
  }

  get running(): number {
    return this.#running
  }

  send({ id, parts, parentId }: Sending): Promise<{ messageId: string }> {
    return this.#open.changing(id, async (open) => {
      const { live } = open
      await this.#refuseRunning(open)
      const parent = parentId === undefined ? live.row.leafId : parentId
      if (parent !== null && live.tree.get(parent) === undefined)
        throw new AppError('NOT_FOUND', 'The message to reply to is not in this conversation.')
      return { messageId: await this.#sendIn(open, parts, parent, { draft: '' }) }
    })
  }

  sendNext({ id, parts }: NextSending): Promise<Conversation> {
    return this.#open.changing(id, async (open) => {
      const { live } = open
      refuseElsewhere(live)
      const next = [...live.row.next, ...(await waitingParts(this.#options.parts, id, parts))]
      if (next.length === 0) throw new AppError('CONFLICT', 'No message is waiting to be sent.')
      if (next.length > maxParts)
        throw new AppError(
          'INVALID_INPUT',
          `A message can have at most ${maxParts} parts. Wait until this one is sent.`,
        )
      if (isRunning(open)) {
        live.change({ next, draft: '' })
        await live.commit()
      } else {
        await this.#refuseRunning(open)
        await this.#sendIn(open, next, live.row.leafId, { next: [], draft: '' })
      }
      return live.snapshot
    })
  }

  takeBackNext(id: string): Promise<WaitingPart[]> {
    return this.#open.changing(id, async ({ live }) => {
      refuseElsewhere(live)
      const { next } = live.row
      if (next.length === 0) throw new AppError('CONFLICT', 'The message was already sent.')
      live.change({ next: [] })
      await live.commit()
      return next
    })
  }

  /** Stores the message and starts its turn, in one commit with `change`. Returns the message's id. */
  async #sendIn(
    open: OpenConversation,
    parts: readonly Part[],
    parent: string | null,
    change: Partial<Pick<ConversationRow, 'next' | 'draft'>>,
  ): Promise<string> {
    const { live } = open
    const blocks = await sentBlocks(this.#options.parts, live.row, parts)
    await this.#claim(open)
    await this.#settle(open)
    const isBranch = parent !== live.row.leafId
    const row = newMessage(this.#options.parts, live.tree, { role: 'user', parentId: parent })
    live.putMessage(row)
    for (const block of blocks) live.addBlock(row.id, { step: 0, isComplete: true, block })
    live.change({
      ...change,
      leafId: row.id,
      updatedAt: row.createdAt,
      ...(live.row.title === '' ? { title: titleOf(blocks) } : {}),
    })
    if (isBranch) live.branchChanged()
    this.#start(open)
    await live.commit()
    return row.id
  }

  /**
   * Sends the queued message, but only after a turn that ended by itself. After a stop or a failure, a person decides
   * whether to send it.
   */
  async #sendWaiting(id: string): Promise<void> {
    if (this.#open.isClosed) return
    await this.#open.changing(id, async (open) => {
      const { live } = open
      if (live.row.next.length === 0 || open.run !== null || live.run.kind !== 'idle') return
      const last = await live.last()
      if (last?.row.role !== 'assistant' || last.row.status !== 'complete') return
      await this.#sendIn(open, live.row.next, live.row.leafId, { next: [] })
    })
  }

  regenerate(id: string, messageId: string): Promise<void> {
    return this.#open.changing(id, async (open) => {
      const { live } = open
      await this.#refuseRunning(open)
      const row = live.tree.get(messageId)
      if (row === undefined) throw new AppError('NOT_FOUND', 'This message is not in this conversation.')
      await this.#claim(open)
      await this.#settle(open)
      live.change({ leafId: row.role === 'assistant' ? row.parentId : row.id })
      live.branchChanged()
      this.#start(open)
      await live.commit()
    })
  }

  selectBranch(id: string, messageId: string): Promise<Conversation> {
    return this.#open.changing(id, async (open) => {
      const { live } = open
      await this.#refuseRunning(open)
      if (live.tree.get(messageId) === undefined)
        throw new AppError('NOT_FOUND', 'This message is not in this conversation.')
      await this.#giveUp(open)
      live.change({ leafId: live.tree.newestLeaf(messageId) })
      live.branchChanged()
      await live.commit()
      return live.snapshot
    })
  }

  /** Stopping is urgent, so it does not wait in the queue of changes. */
  async stop(id: string): Promise<Conversation> {
    const open = await this.#open.get(id)
    refuseElsewhere(open.live)
    if (open.run === null) await this.#open.changing(id, () => this.#giveUp(open))
    else await open.run.stop()
    await open.live.commit()
    return open.live.snapshot
  }

  async stopTool(id: string, toolUseId: string): Promise<void> {
    const { run } = await this.#open.get(id)
    if (run?.stopTool(toolUseId) !== true) throw new AppError('NOT_FOUND', 'This call is not running.')
  }

  resume({ id, runAgain = [], skip = [] }: Resumption): Promise<Conversation> {
    return this.#open.changing(id, async (open) => {
      const { live } = open
      await this.#refuseRunning(open)
      const last = await live.last()
      if (last === null || (last.row.role === 'assistant' && !canGoOn(last.row, last.blocks)))
        throw new AppError('CONFLICT', 'There is nothing to continue. Send a message.')
      const wishes = { runAgain, skip }
      refuseUnknown(last.blocks, wishes)
      await this.#claim(open)
      if (last.row.role === 'assistant' && last.row.status === 'writing') {
        for (const [index, row] of reopenedTurn(last.blocks, wishes)) live.putBlock(last.row.id, index, row)
        await live.commit()
      } else if (last.row.role === 'assistant') {
        // A new turn, so that its limits count from here.
        const { id: parentId, model } = last.row
        const given = { role: 'assistant', status: 'writing', parentId, model } as const
        const row = newMessage(this.#options.parts, live.tree, given)
        live.putMessage(row)
        live.change({ leafId: row.id })
      }
      this.#start(open)
      await live.commit()
      return live.snapshot
    })
  }

  /** Ends runs so that they can be resumed. */
  async close(): Promise<void> {
    for (const { live, run } of await this.#open.all()) {
      await run?.leave()
      // Ends the lease, so that other engines need not wait until this one counts as dead.
      if (run !== null) live.change({ runUntil: 0 })
    }
  }

  /** Makes a run belong to this engine. Call this before anything of the run is stored. */
  async #claim({ live }: OpenConversation): Promise<void> {
    await live.commit()
    const { revision } = live.row
    const claimed = await this.#leases.claim(live.row.id)
    if (claimed === null) throw new AppError('CONFLICT', runsElsewhere)
    live.claimed({ ...claimed, runEngine: this.#options.engine })
    if (claimed.revision === revision + 1) return
    // Another engine changed the conversation between the check and the claim.
    live.change({ isRunning: false })
    await live.commit()
    throw new AppError('CONFLICT', 'Another engine has just changed this conversation. Try again.')
  }

  #start(open: OpenConversation): void {
    const { live } = open
    const run = new Run(this.#options.parts, live, open.requests)
    open.run = run
    this.#running += 1
    const release = this.#leases.keep(live.row.id, () => void run.leave())
    this.#options.background.run('run a conversation', async () => {
      await run.done
      release()
      if (open.run === run) open.run = null
      this.#running -= 1
      if (live.row.next.length > 0) await this.#sendWaiting(live.row.id)
    })
  }

  async #refuseRunning(open: OpenConversation): Promise<void> {
    const { live, run } = open
    refuseElsewhere(live)
    // The run's end is already shown, and is now being stored.
    if (run !== null && live.run.kind === 'idle') await run.done
    else if (run !== null) throw new AppError('CONFLICT', 'The model is still answering. Stop it first.')
  }

  async #giveUp(open: OpenConversation): Promise<void> {
    await this.#settle(open)
    if (open.live.run.kind === 'interrupted') open.live.setRun({ kind: 'idle' })
  }

  /** Ends an interrupted run's calls, which will not be continued. */
  async #settle({ live }: OpenConversation): Promise<void> {
    if (live.run.kind !== 'interrupted') return
    const last = await live.last()
    if (last !== null && last.row.role === 'assistant' && last.row.status === 'writing') {
      for (const [index, row] of settledTurn(last.blocks)) live.putBlock(last.row.id, index, row)
      live.putMessage({ ...last.row, status: 'interrupted' })
    }
  }
}

function isRunning({ run, live }: OpenConversation): boolean {
  return run !== null && live.run.kind !== 'idle'
}

const runsElsewhere =
  'This conversation is running in another engine. Send your message there, or here once the run has ended.'

export function refuseElsewhere({ run }: OpenConversation['live']): void {
  if (run.kind === 'elsewhere') throw new AppError('CONFLICT', runsElsewhere)
}

function canGoOn(row: MessageRow, blocks: readonly BlockRow[]): boolean {
  if (row.status !== 'complete') return true
  return blocks.some(({ block }) => block.kind === 'notice' && block.notice === 'limit')
}
