/** The states of the page's link to the engine, and the one function that changes them. Pure. */
import { backoff } from '#contract/backoff'

export type LinkState =
  /** `lost`: there was a wire before, so the page may be out of date. */
  | { readonly kind: 'connecting'; readonly attempt: number; readonly lost: boolean }
  | { readonly kind: 'open' }
  | { readonly kind: 'waiting'; readonly attempt: number; readonly lost: boolean }
  /** `refused`: the credential that the engine did not accept. */
  | { readonly kind: 'signedOut'; readonly refused: 'token' | 'ticket' | null }

export type LinkEvent =
  | 'opened'
  | 'failed'
  | 'refused'
  | 'ticketRefused'
  | 'tokenMissing'
  | 'closed'
  | 'retry'
  | 'signedIn'

export const initialLinkState: LinkState = { kind: 'connecting', attempt: 1, lost: false }

export function nextLinkState(state: LinkState, event: LinkEvent): LinkState {
  switch (state.kind) {
    case 'connecting':
      if (event === 'opened') return { kind: 'open' }
      if (event === 'refused') return { kind: 'signedOut', refused: 'token' }
      if (event === 'ticketRefused') return { kind: 'signedOut', refused: 'ticket' }
      if (event === 'tokenMissing') return { kind: 'signedOut', refused: null }
      if (event === 'failed') return { kind: 'waiting', attempt: state.attempt, lost: state.lost }
      return state
    case 'open':
      return event === 'closed' ? { kind: 'waiting', attempt: 0, lost: true } : state
    case 'waiting':
      return event === 'retry' ? { kind: 'connecting', attempt: state.attempt + 1, lost: state.lost } : state
    case 'signedOut':
      return event === 'signedIn' ? initialLinkState : state
  }
}

/** The wait before an attempt grows from about a quarter of a second to about ten seconds. */
export function retryDelayMs(attempt: number, random: number): number {
  return backoff(250, attempt + 1, random, 8_000)
}
