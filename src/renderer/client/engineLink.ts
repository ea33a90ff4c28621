/**
 * The link to the engine, over one wire after another. When a wire closes, the link opens the next, and calls wait
 * meanwhile. No call is sent twice: a call that is running when its wire closes fails.
 */
import type { ClientLink } from '@orpc/client'
import { AppError } from '#contract/errors'
import type { CallContext } from '#renderer/client/api.ts'
import {
  initialLinkState,
  type LinkEvent,
  type LinkState,
  nextLinkState,
  retryDelayMs,
} from '#renderer/client/linkState.ts'
import { type OpenWire, TicketRefused, TokenMissing, type Wire } from '#renderer/client/wire.ts'

const openTimeoutMs = 10_000
const callTimeoutMs = 30_000

export interface EngineLink {
  readonly link: ClientLink<CallContext>
  readonly state: () => LinkState
  readonly subscribe: (listener: () => void) => () => void
  /** Opens the next wire immediately instead of waiting. */
  readonly retry: () => void
  /** Opens the next wire with a new token or ticket. */
  readonly signedIn: () => void
}

function failureEvent(thrown: unknown): LinkEvent {
  if (thrown instanceof TokenMissing) return 'tokenMissing'
  if (thrown instanceof TicketRefused) return 'ticketRefused'
  return thrown instanceof AppError && thrown.code === 'UNAUTHORIZED' ? 'refused' : 'failed'
}

export function createEngineLink(open: OpenWire): EngineLink {
  let state: LinkState = initialLinkState
  let wire: Wire | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  const dispatch = (event: LinkEvent) => {
    const next = nextLinkState(state, event)
    if (next === state) return
    state = next
    clearTimeout(timer)
    if (state.kind === 'waiting')
      timer = setTimeout(() => dispatch('retry'), retryDelayMs(state.attempt, Math.random()))
    if (state.kind === 'connecting') void connect()
    for (const listener of listeners) listener()
  }

  const connect = async () => {
    try {
      const opened = await open(AbortSignal.timeout(openTimeoutMs))
      wire = opened
      dispatch('opened')
      await opened.closed
      wire = null
      dispatch('closed')
    } catch (thrown) {
      dispatch(failureEvent(thrown))
    }
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  const openWire = (signal: AbortSignal | undefined) =>
    new Promise<Wire>((resolve, reject) => {
      const settle = () => {
        if (wire !== null) resolve(wire)
        else if (state.kind === 'signedOut') reject(new AppError('UNAUTHORIZED', 'This page is signed out.'))
        else return
        stop()
      }
      const abort = () => {
        stop()
        reject(signal?.reason as Error)
      }
      const unsubscribe = subscribe(settle)
      const stop = () => {
        unsubscribe()
        signal?.removeEventListener('abort', abort)
      }
      signal?.addEventListener('abort', abort)
      if (signal?.aborted === true) abort()
      else settle()
    })

  const call: ClientLink<CallContext>['call'] = async (path, input, options) => {
    const { timeoutMs = callTimeoutMs } = options.context
    const bound = timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)
    const signal = bound && options.signal ? AbortSignal.any([bound, options.signal]) : (bound ?? options.signal)
    try {
      const current = await openWire(signal)
      return await current.link.call(path, input, { ...options, ...(signal && { signal }) })
    } catch (thrown) {
      if (bound?.aborted === true && options.signal?.aborted !== true)
        throw new AppError('CALL_TIMED_OUT', 'The engine did not answer in time.', { cause: thrown })
      throw thrown
    }
  }

  void connect()
  return {
    link: { call },
    state: () => state,
    subscribe,
    retry: () => dispatch('retry'),
    signedIn: () => dispatch('signedIn'),
  }
}
