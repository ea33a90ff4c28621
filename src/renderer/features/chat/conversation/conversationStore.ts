/**
 * Follows one conversation while somebody looks at it: keeps its state in step with the engine, drawn at most once per
 * frame, and reads older messages when they are wanted.
 */
import type { ChatEvent } from '#contract/chat'
import {
  applyEvents,
  type ConversationState,
  opening,
  withOlder,
} from '#renderer/features/chat/conversation/conversationState.ts'
import { type Api, patient } from '#renderer/client/api.ts'

const pauseMs = 500
/** A window that nobody sees draws no frames, and still has to take what arrives. */
const hiddenMs = 250
const pageSize = 100

export interface ConversationStore {
  readonly state: () => ConversationState
  readonly subscribe: (listener: () => void) => () => void
  /** Reads a page of older messages; resolves at once while one is being read. */
  readonly readOlder: () => Promise<void>
}

export interface Frames {
  /** Runs it before the next frame, or soon while there are none. Returns how to take that back. */
  (run: () => void): () => void
}

const pageFrames: Frames = (run) => {
  if (document.hidden) {
    const timer = setTimeout(run, hiddenMs)
    return () => clearTimeout(timer)
  }
  const frame = requestAnimationFrame(run)
  return () => cancelAnimationFrame(frame)
}

type ChatRoutes = Pick<Api['chat'], 'follow' | 'messages'>

export function createConversationStore(chat: ChatRoutes, id: string, frames: Frames = pageFrames): ConversationStore {
  let closed = new AbortController()
  const listeners = new Set<() => void>()
  let state: ConversationState = opening
  let arrived: ChatEvent[] = []
  let dropFrame: (() => void) | null = null
  let following = new AbortController()
  let reading = false

  const set = (next: ConversationState) => {
    if (next === state) return
    state = next
    for (const listener of listeners) listener()
  }

  const flush = () => {
    const events = arrived
    arrived = []
    dropFrame = null
    set(applyEvents(state, events))
    if (state.kind === 'open' && !state.inStep) following.abort()
  }

  const take = (events: readonly ChatEvent[]) => {
    arrived.push(...events)
    // The first sight of a conversation waits for no frame.
    if (state.kind === 'opening') flush()
    else dropFrame ??= frames(flush)
  }

  const followOnce = async (ended: AbortSignal) => {
    following = new AbortController()
    const signal = AbortSignal.any([following.signal, ended])
    try {
      for await (const events of await chat.follow({ id }, { signal, ...patient })) {
        if (signal.aborted) break
        take(events)
      }
    } catch (thrown) {
      // The wire closed, or something was missed: the next snapshot mends it. What is not there is not waited for.
      if (!signal.aborted && (thrown as { code?: unknown }).code === 'NOT_FOUND') set({ kind: 'removed' })
    }
    dropFrame?.()
    dropFrame = null
    if (ended.aborted) arrived = []
    else if (arrived.length > 0) flush()
  }

  const follow = async (ended: AbortSignal) => {
    while (!ended.aborted && state.kind !== 'removed') {
      await followOnce(ended)
      if (!following.signal.aborted && !ended.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        closed = new AbortController()
        void follow(closed.signal)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) closed.abort()
      }
    },
    async readOlder() {
      if (reading || state.kind !== 'open' || state.before === null) return
      reading = true
      try {
        const page = await chat.messages({ id, before: state.before, limit: pageSize }, { signal: closed.signal })
        set(withOlder(state, page))
      } catch {
        // Scrolling on asks again.
      } finally {
        reading = false
      }
    },
  }
}
