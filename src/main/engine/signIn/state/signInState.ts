/** The state of one sign-in. The tokens are stored elsewhere, and may outlive any of these states. Pure. */
import type { StateError } from '#contract/servers/server'

/** A state in which no person is in a browser to sign in. */
export type SettledState =
  | { readonly kind: 'none' }
  /** `forMore`: the tokens are valid, but the server asks for more permissions. */
  | { readonly kind: 'needed'; readonly error: StateError; readonly forMore: boolean }
  /** `error`: the sign-in works, but has a problem that a person should know. */
  | { readonly kind: 'signedIn'; readonly error: StateError | null }
  | { readonly kind: 'cannotRefresh'; readonly error: StateError; readonly nextTryAt: number; readonly attempt: number }

export type SignInState = SettledState | { readonly kind: 'waiting'; readonly before: SettledState }

export type SignInEvent =
  /** The server refuses requests without a token, or with the current one, and only a person can help. */
  | { readonly type: 'required'; readonly error: StateError; readonly forMore: boolean }
  | { readonly type: 'begun' }
  | { readonly type: 'cancelled' }
  /** A sign-in that a person began has failed. */
  | { readonly type: 'failed'; readonly error: StateError }
  /** `bySignIn`: the tokens have all permissions that were asked for. Otherwise the permissions are unchanged. */
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
      // If no person is waiting, the failure is outdated: the sign-in was cancelled, or another engine finished it.
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

/** Changes the state that is shown once a waiting person has finished or given up. */
function behind(state: SignInState, change: (before: SettledState) => SettledState): SignInState {
  return state.kind === 'waiting' ? { kind: 'waiting', before: change(state.before) } : change(state)
}

function afterFailure(before: SettledState, error: StateError): SettledState {
  // A failed sign-in leaves a working one in place.
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
