/** The state of one sign-in. Pure; the tokens themselves are elsewhere, and may outlive any of these states. */
import type { StateError } from '#contract/servers/server'

/** A state in which no one is in a browser. */
export type SettledState =
  | { readonly kind: 'none' }
  /** `forMore`: the tokens are good, but the server wants more permissions. */
  | { readonly kind: 'needed'; readonly error: StateError; readonly forMore: boolean }
  /** `error`: the sign-in works, but a person should know something about it. */
  | { readonly kind: 'signedIn'; readonly error: StateError | null }
  | { readonly kind: 'cannotRefresh'; readonly error: StateError; readonly nextTryAt: number; readonly attempt: number }

export type SignInState = SettledState | { readonly kind: 'waiting'; readonly before: SettledState }

export type SignInEvent =
  /** The server refuses requests without a token, or with the one there is; nothing but a person can help. */
  | { readonly type: 'required'; readonly error: StateError; readonly forMore: boolean }
  | { readonly type: 'begun' }
  | { readonly type: 'cancelled' }
  /** The sign-in that a person began did not work. */
  | { readonly type: 'failed'; readonly error: StateError }
  /** `bySignIn`: with all permissions that were asked for; otherwise they are as before. */
  | { readonly type: 'obtained'; readonly bySignIn: boolean; readonly error: StateError | null }
  | { readonly type: 'unreachable'; readonly error: StateError; readonly nextTryAt: number }
  | { readonly type: 'signedOut' }

export function nextState(state: SignInState, event: SignInEvent): SignInState {
  switch (event.type) {
    case 'signedOut':
      return { kind: 'none' }
    case 'begun':
      return state.kind === 'waiting' ? state : { kind: 'waiting', before: state }
    case 'cancelled':
      return state.kind === 'waiting' ? state.before : state
    case 'failed':
      // Without a waiting person the failure is old news: its sign-in was cancelled, or another engine has finished it.
      return state.kind === 'waiting' ? afterFailure(state.before, event.error) : state
    case 'obtained':
      if (event.bySignIn) return { kind: 'signedIn', error: event.error }
      return behind(state, (before) => (isForMore(before) ? before : { kind: 'signedIn', error: event.error }))
    case 'required':
      return behind(state, () => ({ kind: 'needed', error: event.error, forMore: event.forMore }))
    case 'unreachable':
      return behind(state, (before) =>
        isForMore(before) ? before : { ...unreachable(event), attempt: attemptOf(before) + 1 },
      )
  }
}

/** What happens meanwhile is not seen until the person is done, or gives up. */
function behind(state: SignInState, change: (before: SettledState) => SettledState): SignInState {
  return state.kind === 'waiting' ? { kind: 'waiting', before: change(state.before) } : change(state)
}

function afterFailure(before: SettledState, error: StateError): SettledState {
  // What works goes on working.
  if (before.kind === 'signedIn') return { kind: 'signedIn', error }
  if (before.kind === 'cannotRefresh' || before.kind === 'none') return before
  return { kind: 'needed', error, forMore: isForMore(before) }
}

function isForMore(state: SettledState): boolean {
  return state.kind === 'needed' && state.forMore
}

function unreachable({ error, nextTryAt }: Extract<SignInEvent, { type: 'unreachable' }>) {
  return { kind: 'cannotRefresh', error, nextTryAt } as const
}

function attemptOf(state: SettledState): number {
  return state.kind === 'cannotRefresh' ? state.attempt : 0
}
