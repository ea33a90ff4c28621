/**
 * Refreshes a sign-in once, even if several engines on one database need it: they take turns, and adopt each other's
 * tokens. A refresh token that may have been used is never sent again, because issuers then revoke all tokens.
 */
import { HttpFailure } from '#engine/net/httpExchange'
import { pause } from '#engine/structures/waits'
import { discover } from '#engine/signIn/discovery/discovery'
import { type FlowContext, keptIssuerOf } from '#engine/signIn/flow/flowContext'
import { type RefreshOutcome, requestRefresh } from '#engine/signIn/flow/refreshRequest'
import type { HeldSignIn } from '#engine/signIn/heldSignIn'
import {
  isClientError,
  type KeptClient,
  type KeptSignIn,
  type KeptTokens,
  withoutClient,
} from '#engine/signIn/keptSignIn'
import type { SignInKey, SignInStore } from '#engine/store/signInStore'

export type RefreshEnd =
  /** There are new tokens, from this engine or another. */
  | { readonly kind: 'renewed' }
  /** The sign-in is over: the issuer ended it, another engine did, or it cannot be refreshed. */
  | { readonly kind: 'ended'; readonly text: string }
  /**
   * The answer was lost, so the refresh token must not be sent again. The access token can be used until it expires.
   */
  | { readonly kind: 'spent'; readonly text: string }
  | { readonly kind: 'unreachable'; readonly text: string; readonly retryAfterMs: number | null }

export interface RefreshParts {
  readonly held: HeldSignIn
  readonly store: SignInStore
  readonly key: SignInKey
  /** This engine's key. */
  readonly engine: string
  readonly signal: AbortSignal
}

/** How long a turn lasts: longer than a request and storing its answer can take. */
const leaseMs = 60_000
const pollMs = 250

export async function refreshOnce(context: FlowContext, parts: RefreshParts): Promise<RefreshEnd> {
  const { held, store, key, engine } = parts
  const before = held.kept?.generation ?? 0
  const lease = await takeTurn(context, parts, before)
  try {
    if (lease === 'taken') {
      await held.reload()
      if ((held.kept?.generation ?? 0) > before) return held.kept?.tokens === null ? endedElsewhere : renewed
    }
    if (lease === 'adopted') return (held.kept?.tokens ?? null) === null ? endedElsewhere : renewed
    return await refreshHeld(context, parts, lease === 'taken')
  } finally {
    // A lease that cannot be released expires by itself.
    if (lease === 'taken') await store.release(key, engine).catch(() => undefined)
  }
}

const renewed: RefreshEnd = { kind: 'renewed' }
const endedElsewhere: RefreshEnd = { kind: 'ended', text: 'the sign-in was ended in another Switchboard' }

/**
 * Waits for this engine's turn. `adopted`: another engine has refreshed the tokens. `alone`: the sign-in has no row, so
 * no other engine knows it.
 */
async function takeTurn(
  { parts: { clock } }: FlowContext,
  { held, store, key, engine, signal }: RefreshParts,
  before: number,
): Promise<'taken' | 'adopted' | 'alone'> {
  for (;;) {
    const now = clock.now()
    if ((await store.claim(key, { holder: engine, now, until: now + leaseMs })) !== null) return 'taken'
    const row = await store.get(key)
    if (row === null && held.problem !== null) return 'alone'
    if (row === null || row.generation > before) {
      await held.reload()
      if (held.kept === null || held.kept.generation > before) return 'adopted'
    }
    await pause(clock, pollMs, signal)
  }
}

async function refreshHeld(context: FlowContext, parts: RefreshParts, hasRow: boolean): Promise<RefreshEnd> {
  const { held, store, key, engine } = parts
  const { kept } = held
  const tokens = kept?.tokens ?? null
  const client = kept?.clients.find(({ issuer }) => issuer === tokens?.issuer.issuer) ?? null
  if (kept === null || tokens === null || tokens.refreshToken === null || client === null)
    return { kind: 'ended', text: 'there is no refresh token' }
  if (held.isSpent) return { kind: 'spent', text: 'an earlier refresh was interrupted' }
  if (hasRow && !(await store.markSpent(key, engine, tokens.serial))) return lostTurn
  held.noteSpent(tokens.serial)
  const outcome = await requestRefresh(context, client, { ...tokens, refreshToken: tokens.refreshToken })
  const mayRepeat = outcome.kind === 'unreachable' || outcome.kind === 'refused'
  if (mayRepeat) {
    if (hasRow) await store.unmarkSpent(key, engine)
    held.noteSpent(0)
  }
  const current = held.kept
  // A person has signed in or out meanwhile, so these tokens no longer matter.
  if (current === null || current.tokens?.serial !== tokens.serial) return renewed
  return settle(context, held, { kept: current, tokens, client }, outcome)
}

const lostTurn: RefreshEnd = {
  kind: 'unreachable',
  text: 'another Switchboard took over the refresh',
  retryAfterMs: null,
}

interface Refreshed {
  readonly kept: KeptSignIn
  readonly tokens: KeptTokens
  readonly client: KeptClient
}

async function settle(
  context: FlowContext,
  held: HeldSignIn,
  { kept, tokens, client }: Refreshed,
  outcome: RefreshOutcome,
): Promise<RefreshEnd> {
  const issuer = tokens.issuer.issuer
  switch (outcome.kind) {
    case 'issued':
      await held.save({ ...kept, tokens: outcome.tokens, ended: null })
      return renewed
    case 'lost':
      return { kind: 'spent', text: `the refresh at ${issuer} was interrupted: ${outcome.text}` }
    case 'unreachable':
      return { kind: 'unreachable', text: `${issuer}: ${outcome.text}`, retryAfterMs: outcome.retryAfterMs }
    case 'refused': {
      const forgetsClient = isClientError(outcome.code)
      if (outcome.code !== 'invalid_grant' && !forgetsClient) {
        await lookAgain(context, held, kept, tokens)
        return { kind: 'unreachable', text: `${issuer} refuses the refresh: ${outcome.text}`, retryAfterMs: null }
      }
      const text = forgetsClient
        ? `the issuer ${issuer} no longer knows the client ${client.clientId} (${outcome.text})`
        : `the issuer ${issuer} has ended the sign-in (${outcome.text})`
      const rest = forgetsClient ? withoutClient(kept, client.clientId) : kept
      await held.save({ ...rest, tokens: { ...tokens, refreshToken: null }, ended: text })
      return { kind: 'ended', text }
    }
  }
}

/** Reads the metadata again, because the issuer may have moved its endpoints. The issuer itself must be the same. */
async function lookAgain(context: FlowContext, held: HeldSignIn, kept: KeptSignIn, tokens: KeptTokens): Promise<void> {
  const { server, sdk, fetch, tell } = context
  const { address, settings } = server
  try {
    const { issuer } = await discover({ address, settings, advertised: null, fetch, sdk, tell })
    const found = keptIssuerOf(issuer)
    const hasMoved = JSON.stringify(found) !== JSON.stringify(tokens.issuer)
    if (issuer.isPublished && found.issuer === tokens.issuer.issuer && hasMoved)
      await held.save({ ...kept, tokens: { ...tokens, issuer: found } })
  } catch (thrown) {
    // Only a warning: the refusal itself is what a person needs to know.
    if (thrown instanceof HttpFailure) tell('issuer', 'warning', thrown.message)
  }
}
