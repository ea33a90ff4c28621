/**
 * Follows one conversation while it is shown: applies the engine's events, renders at most once per frame, and reads
 * older messages on demand.
 */
import type { ChatEvent } from '#contract/chat/chat'
import {
  applyEvents,
  type ConversationState,
  opening,
  withOlder,
} from '#renderer/features/chat/conversation/conversationState.ts'
import { type Api, noTimeout } from '#renderer/client/api.ts'
import { createWatched, type Watched } from '#renderer/client/watched.ts'

const pauseMs = 500
/** The delay in a hidden window, which draws no frames but must still apply events. */
const hiddenMs = 250
const pageSize = 100

export interface ConversationStore extends Pick<Watched<ConversationState>, 'state' | 'subscribe'> {
  /** Reads a page of older messages. Resolves immediately if a page is already being read. */
  readonly readOlder: () => Promise<void>
}

export interface Frames {
  /** Runs `run` before the next frame, or soon if no frames are drawn. Returns a function that cancels it. */
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
  let arrived: ChatEvent[] = []
  let dropFrame: (() => void) | null = null
  let following = new AbortController()
  let reading = false

  const flush = () => {
    const events = arrived
    arrived = []
    dropFrame = null
    set(applyEvents(current(), events))
    const state = current()
    if (state.kind === 'open' && !state.inStep) following.abort()
  }

  const take = (events: readonly ChatEvent[]) => {
    arrived.push(...events)
    // A conversation that is just opening is shown immediately, without waiting for a frame.
    if (current().kind === 'opening') flush()
    else dropFrame ??= frames(flush)
  }

  const followOnce = async (ended: AbortSignal) => {
    following = new AbortController()
    const signal = AbortSignal.any([following.signal, ended])
    try {
      for await (const events of await chat.follow({ id }, { signal, ...noTimeout })) {
        if (signal.aborted) break
        take(events)
      }
    } catch (thrown) {
      // The wire closed, or an event was missed: the next snapshot repairs the state. Following ends if the
      // conversation does not exist.
      if (!signal.aborted && (thrown as { code?: unknown }).code === 'NOT_FOUND') set({ kind: 'removed' })
    }
    dropFrame?.()
    dropFrame = null
    if (ended.aborted) arrived = []
    else if (arrived.length > 0) flush()
  }

  const follow = async (ended: AbortSignal) => {
    while (!ended.aborted && current().kind !== 'removed') {
      await followOnce(ended)
      if (!following.signal.aborted && !ended.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  const { state: current, set, subscribe, unwatched } = createWatched<ConversationState>(opening, follow)
  return {
    state: current,
    subscribe,
    async readOlder() {
      const state = current()
      if (reading || state.kind !== 'open' || state.before === null) return
      reading = true
      try {
        const page = await chat.messages({ id, before: state.before, limit: pageSize }, { signal: unwatched() })
        set(withOlder(current(), page))
      } catch {
        // A failure is ignored: scrolling up reads the page again.
      } finally {
        reading = false
      }
    },
  }
}
