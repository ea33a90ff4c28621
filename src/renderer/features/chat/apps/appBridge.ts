/**
 * The message protocol with one page of a server: its requests and notifications, and when the page ends. The page is
 * untrusted: it gets only the arguments and the result of its own tool. It can ask for four things, and a person sees
 * each of them.
 */
import { frameContent, frameReady } from '#contract/chat/appFrame'
import { invalidParams, methodNotFound } from '#contract/jsonRpc/errorCodes'
import type { JsonRpcError, RequestId, UncheckedMessage } from '#contract/jsonRpc/messages'
import {
  type AppRequest,
  appProtocolVersion,
  readAppMessage,
  wordsOf,
} from '#renderer/features/chat/apps/appMessages.ts'
import { createMessageRate, isWithinBounds } from '#renderer/features/chat/apps/messageBounds.ts'

/** Why the page is no longer shown. */
export type AppEnd = 'unserved' | 'silent' | 'left' | 'tooMuch' | 'closed'

/** The outcome of the call that the page belongs to. */
export type AppOutcome =
  | { readonly kind: 'result'; readonly result: Readonly<Record<string, unknown>> }
  | { readonly kind: 'cancelled'; readonly reason: string }

export interface AppSurroundings {
  /** Sends a message to the frame's document. */
  post(message: unknown): void
  now(): number
  /** Runs `run` after `delayMs`. Returns a function that cancels the run. */
  after(delayMs: number, run: () => void): () => void
  context(): Readonly<Record<string, unknown>>
  call(name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>
  /** `openLink` returns whether the person was asked, `addToDraft` whether the person sees the text. */
  openLink(address: string): boolean
  addToDraft(text: string): boolean
  resize(height: number): void
  ended(why: AppEnd): void
}

export interface AppContent {
  readonly html: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export interface AppBridge {
  receive(readData: () => unknown): void
  settle(outcome: AppOutcome): void
  contextChanged(): void
  close(): void
}

const servedWithinMs = 10_000
const speaksWithinMs = 15_000
const maxCallsAtOnce = 4
const minHeight = 40
const maxHeight = 640

/** The error code of a failed call. JSON-RPC leaves codes in this range to the implementation. */
const callFailed = -32_000

export function createAppBridge(around: AppSurroundings, content: AppContent): AppBridge {
  const over = new AbortController()
  const mayCome = createMessageRate(around.now())
  /**
   * `served`: the page has received its content. `spoken`: the page has sent `initialize`. `shown`: the page is ready
   * for notifications.
   */
  let stage: 'loading' | 'served' | 'spoken' | 'shown' = 'loading'
  let outcome: AppOutcome | null = null
  let calls = 0
  let dropLimit = around.after(servedWithinMs, () => end('unserved'))

  const end = (why: AppEnd) => {
    if (over.signal.aborted) return
    over.abort()
    dropLimit()
    around.ended(why)
  }
  const notify = (method: string, params: unknown) => around.post({ jsonrpc: '2.0', method, params })
  const answer = (id: RequestId, result: unknown) => around.post({ jsonrpc: '2.0', id, result })
  const refuse = (id: RequestId, code: number, message: string) =>
    around.post({ jsonrpc: '2.0', id, error: { code, message } satisfies JsonRpcError })

  const tellOutcome = () => {
    if (stage !== 'shown' || outcome === null) return
    if (outcome.kind === 'result') notify('ui/notifications/tool-result', outcome.result)
    else notify('ui/notifications/tool-cancelled', { reason: outcome.reason })
  }

  const call = async ({ id, params }: Extract<AppRequest, { method: 'tools/call' }>) => {
    if (calls >= maxCallsAtOnce) return refuse(id, callFailed, 'Too many calls at once.')
    calls += 1
    try {
      const result = await around.call(params.name, params.arguments, over.signal)
      if (!over.signal.aborted) answer(id, result)
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : 'The call failed.'
      if (!over.signal.aborted) refuse(id, callFailed, message)
    } finally {
      calls -= 1
    }
  }

  const takeRequest = (request: AppRequest) => {
    switch (request.method) {
      case 'ui/initialize':
        if (stage === 'served') {
          stage = 'spoken'
          dropLimit()
        }
        return answer(request.id, {
          protocolVersion: appProtocolVersion,
          hostInfo: { name: 'Switchboard', version: '1' },
          hostCapabilities: { openLinks: {}, serverTools: {}, message: { text: {} } },
          hostContext: around.context(),
        })
      case 'ping':
        return answer(request.id, {})
      case 'tools/call':
        return void call(request)
      case 'ui/open-link':
        return answer(request.id, around.openLink(request.params.url) ? {} : { isError: true })
      case 'ui/message': {
        const words = wordsOf(request.params.content)
        return answer(request.id, words !== '' && around.addToDraft(words) ? {} : { isError: true })
      }
      case 'ui/request-display-mode':
        return answer(request.id, { mode: 'inline' })
    }
  }

  const takeReady = () => {
    // A second load means that the page navigated. The new document may have other permissions.
    if (stage !== 'loading') return end('left')
    stage = 'served'
    dropLimit()
    dropLimit = around.after(speaksWithinMs, () => end('silent'))
    notify(frameContent, { html: content.html })
  }

  return {
    receive(readData) {
      if (over.signal.aborted) return
      if (!mayCome(around.now())) return end('tooMuch')
      const data = readData()
      if (!isWithinBounds(data)) return end('tooMuch')
      if ((Object(data) as UncheckedMessage).method === frameReady) return takeReady()
      if (stage === 'loading') return
      const message = readAppMessage(data)
      switch (message?.kind) {
        case 'request':
          return takeRequest(message.request)
        case 'refused':
          return message.known
            ? refuse(message.id, invalidParams, 'Invalid params for this method.')
            : refuse(message.id, methodNotFound, 'Unknown method.')
        case 'notification': {
          const { notification } = message
          if (notification.method === 'ui/notifications/request-teardown') return end('closed')
          if (notification.method === 'ui/notifications/size-changed') {
            const { height } = notification.params
            if (height !== undefined) around.resize(Math.round(Math.min(maxHeight, Math.max(minHeight, height))))
            return
          }
          if (stage !== 'spoken') return
          stage = 'shown'
          notify('ui/notifications/tool-input', { arguments: content.arguments })
          return tellOutcome()
        }
        case undefined:
          return
      }
    },
    settle(next) {
      if (over.signal.aborted || outcome !== null) return
      outcome = next
      tellOutcome()
    },
    contextChanged() {
      if (!over.signal.aborted && stage === 'shown') notify('ui/notifications/host-context-changed', around.context())
    },
    close() {
      over.abort()
      dropLimit()
    },
  }
}
