import { expect, onTestFinished, test, vi } from 'vitest'
import type { ChatEvent } from '#contract/chat/chat'
import { createConversationStore } from '#renderer/features/chat/conversation/conversationStore.ts'
import { aConversation, aMessage } from '#renderer/features/chat/conversation/samples.ts'

const message = aMessage({ id: 'm2', role: 'assistant', blocks: [{ kind: 'text', text: '' }], parentId: 'm1' })
const snapshot: ChatEvent = { type: 'snapshot', conversation: aConversation(), messages: [message], before: 'm2' }
const text = (offset: number, added: string): ChatEvent => ({
  type: 'text',
  messageId: 'm2',
  index: 0,
  offset,
  text: added,
})

/** An engine that sends the events that a test pushes to its latest follower. */
function scripted(older: () => Promise<never> | Promise<{ messages: never[]; before: null }>) {
  let push: (events: ChatEvent[]) => void = () => {}
  let follows = 0
  const routes = {
    async follow(_input: unknown, options?: { signal?: AbortSignal | undefined }) {
      follows += 1
      const queue: ChatEvent[][] = [[snapshot]]
      let wake = () => {}
      push = (events) => {
        queue.push(events)
        wake()
      }
      options?.signal?.addEventListener('abort', () => wake())
      return (async function* () {
        while (options?.signal?.aborted !== true) {
          const next = queue.shift()
          if (next === undefined) await new Promise<void>((resolve) => (wake = resolve))
          else yield next
        }
      })()
    },
    messages: older,
  }
  return { routes: routes as never, push: (...events: ChatEvent[]) => push(events), follows: () => follows }
}

function opened(older = () => Promise.resolve({ messages: [], before: null })) {
  const engine = scripted(older)
  const frames: (() => void)[] = []
  const store = createConversationStore(engine.routes, 'c1', (run) => {
    frames.push(run)
    return () => void frames.splice(frames.indexOf(run), 1)
  })
  onTestFinished(store.subscribe(() => {}))
  const shown = () => {
    const state = store.state()
    const block = state.kind === 'open' ? state.messages.at(-1)?.blocks[0] : undefined
    return block?.kind === 'text' ? block.text : null
  }
  return { engine, store, frames, shown }
}

test('[R32] events between two frames are rendered together, however many there are', async () => {
  const { engine, store, frames, shown } = opened()
  await vi.waitFor(() => expect(shown()).toBe(''))
  const told = vi.fn<() => void>()
  store.subscribe(told)
  for (let index = 0; index < 50; index += 1) engine.push(text(index, 'x'))
  await vi.waitFor(() => expect(frames).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve))
  frames.pop()?.()
  expect([shown(), told.mock.calls.length]).toEqual(['x'.repeat(50), 1])
})

test('[R32] a gap in the stream is repaired by following again, not by showing text with a piece missing', async () => {
  const { engine, frames, shown } = opened()
  await vi.waitFor(() => expect(shown()).toBe(''))
  engine.push(text(7, 'lost'))
  await vi.waitFor(() => expect(frames).toHaveLength(1))
  frames.pop()?.()
  await vi.waitFor(() => expect(engine.follows()).toBe(2))
  expect(shown()).toBe('')
})

test('[R32] older messages are requested once at a time, and again after a failure', async () => {
  const older = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('the wire closed')))
  const { store, shown } = opened(older)
  await vi.waitFor(() => expect(shown()).toBe(''))
  await Promise.all([store.readOlder(), store.readOlder()])
  expect(older).toHaveBeenCalledTimes(1)
  await store.readOlder()
  expect(older).toHaveBeenCalledTimes(2)
})
