/** Describes a sign-in for the page and other clients of the contract, without secrets. */
import type { StateError } from '#contract/servers/server'
import type { SignInSnapshot } from '#contract/servers/signIn'
import type { SignInCore } from '#engine/signIn/signInCore'
import type { SettledState, SignInState } from '#engine/signIn/state/signInState'
import type { WaitingSignIn } from '#engine/signIn/waitingSignIn'

export function signInSnapshotOf(
  { state, held, steps }: SignInCore,
  waiting: WaitingSignIn | null,
  nextRefreshAt: number | null,
): SignInSnapshot {
  const kept = held.kept
  const tokens = kept?.tokens ?? null
  const client = kept?.clients.find(({ issuer }) => tokens === null || issuer === tokens.issuer.issuer) ?? null
  return {
    state: state.kind,
    issuer: tokens?.issuer.issuer ?? client?.issuer ?? null,
    scopes: [...(tokens?.scopes ?? [])],
    expiresAt: tokens === null || tokens.lifetimeMs === null ? null : tokens.receivedAt + tokens.lifetimeMs,
    nextRefreshAt: state.kind === 'cannotRefresh' ? state.nextTryAt : nextRefreshAt,
    error: errorIn(state) ?? held.problem,
    account: tokens?.who ?? null,
    clientId: client?.clientId ?? null,
    registration: client?.registration ?? null,
    redirectUri: waiting?.redirectUri ?? null,
    authorizationUrl: waiting?.authorizationUrl ?? null,
    steps: [...steps.list],
  }
}

function errorIn(state: SignInState): StateError | null {
  const settled: SettledState = state.kind === 'waiting' ? state.before : state
  return settled.kind === 'none' ? null : settled.error
}
