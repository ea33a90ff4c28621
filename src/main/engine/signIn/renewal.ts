/**
 * Gets new tokens without a person: refreshes them ahead of time, after sleep and after a refusal, or asks again with a
 * machine's credentials. Only one renewal runs at a time, and all callers share it.
 */
import { AppError, messageOf } from '#contract/errors'
import type { RefreshEnd } from '#engine/signIn/flow/refresh'
import { emptySignIn, type KeptTokens, withClient } from '#engine/signIn/keptSignIn'
import { RefreshTimer } from '#engine/signIn/refreshTimer'
import { isByMachine, type SignInCore } from '#engine/signIn/signInCore'
import { signInError, stateErrorOf } from '#engine/signIn/signInError'
import type { SignInServer } from '#engine/signIn/signInParts'
import type { Challenge } from '#engine/signIn/state/challenge'
import { leftMs, type Moment, refreshLeadMs, retryDelayMs } from '#engine/signIn/state/refreshTimes'
import { settledWithin } from '#engine/structures/waits'

const closeMs = 5_000
/** How long refreshes wait after the engine's start, because the server may not be needed yet. */
const startDelayMs = 10_000
/** While an issuer is failing, callers can cause at most one request to it per interval of this length. */
const minRetryMs = 2_000

export class Renewal {
  readonly #core: SignInCore
  readonly #timer: RefreshTimer
  readonly #closing = new AbortController()
  #running: Promise<void> | null = null
  /** When this run received the tokens. Null if an earlier run or another engine received them. */
  #received: { readonly accessToken: string; readonly at: Moment } | null = null
  #hasSlept = false
  #noTryBefore = 0
  #failures = 0

  constructor(core: SignInCore) {
    this.#core = core
    this.#timer = new RefreshTimer(core.options.clock)
  }

  get nextAt(): number | null {
    return this.#timer.at
  }

  /** Whether new tokens can be obtained without a person. */
  get isPossible(): boolean {
    // If a renewal is under way, callers can wait for it.
    return this.#running !== null || this.#canRenew()
  }

  #canRenew(): boolean {
    const { held } = this.#core
    const tokens = held.kept?.tokens ?? null
    return tokens !== null && (tokens.byMachine || (tokens.refreshToken !== null && !held.isSpent))
  }

  /** Call this when new tokens were issued. */
  noteReceived(): void {
    const tokens = this.#core.held.kept?.tokens ?? null
    if (tokens === null) return
    this.#received = { accessToken: tokens.accessToken, at: this.#moment() }
    this.#hasSlept = false
    this.#failures = 0
    this.#noTryBefore = 0
    this.schedule()
  }

  /** Sets the timer for the next refresh of the tokens, or for their expiry if they cannot be refreshed. */
  schedule(minDelayMs = 0): void {
    const tokens = this.#core.held.kept?.tokens ?? null
    this.#timer.clear()
    if (this.#closing.signal.aborted || tokens === null || tokens.byMachine || tokens.lifetimeMs === null) return
    const left = this.#left(tokens, tokens.lifetimeMs)
    if (this.#canRenew()) {
      const delayMs = left - refreshLeadMs(tokens.lifetimeMs, this.#core.options.random)
      this.#timer.set(Math.max(minDelayMs, delayMs, 0), () => this.#inBackground())
    } else this.#timer.set(Math.max(0, left), () => this.#tokensOver())
  }

  scheduleAtStart(): void {
    this.schedule(startDelayMs * (1 + this.#core.options.random()))
  }

  wake(): void {
    this.#hasSlept = true
    if (this.#core.state.kind === 'cannotRefresh') this.#inBackground()
    else this.schedule()
  }

  /** Gets new tokens. Rejects with `SIGN_IN_REQUIRED` or `SERVER_UNAVAILABLE`. */
  async renew(server: SignInServer, challenge: Challenge | null = null): Promise<void> {
    const { clock } = this.#core.options
    if (this.#running === null && clock.elapsed() < this.#noTryBefore) throw this.#notNow()
    this.#running ??= this.#renewOnce(server, challenge).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Resolves when no renewal is under way, even if it failed. */
  async settled(): Promise<void> {
    await this.#running?.catch(() => undefined)
  }

  stop(): void {
    this.#timer.clear()
    this.#failures = 0
    this.#noTryBefore = 0
  }

  /** Waits a while for a refresh that was already sent, so that its answer can be stored. */
  async close(): Promise<void> {
    this.#timer.clear()
    await settledWithin(this.#core.options.clock, closeMs, this.settled())
    this.#closing.abort()
    await this.settled()
    this.#timer.clear()
  }

  #inBackground(): void {
    const { options, key } = this.#core
    options.background.run('refresh a sign-in', async () => {
      try {
        await this.renew(await this.#core.server())
      } catch (thrown) {
        options.log.info({ server: key.account, reason: messageOf(thrown) }, 'a sign-in was not refreshed')
      }
    })
  }

  async #renewOnce(server: SignInServer, challenge: Challenge | null): Promise<void> {
    const { steps } = this.#core
    steps.beginRefresh()
    this.#timer.clear()
    const end = await this.#end(server, challenge).catch(endOfFailure)
    this.#settle(end, server)
  }

  async #end(server: SignInServer, challenge: Challenge | null): Promise<RefreshEnd> {
    const context = await this.#core.openFlow(server, this.#closing.signal)
    return isByMachine(server) ? this.#askAgain(context, challenge) : this.#refresh(context)
  }

  async #refresh(context: Awaited<ReturnType<SignInCore['openFlow']>>): Promise<RefreshEnd> {
    const { held, key, options } = this.#core
    const { refreshOnce } = await import('#engine/signIn/flow/refresh')
    const { store, engine } = options
    return refreshOnce(context, { held, store, key, engine, signal: this.#closing.signal })
  }

  async #askAgain(
    context: Awaited<ReturnType<SignInCore['openFlow']>>,
    challenge: Challenge | null,
  ): Promise<RefreshEnd> {
    const { held } = this.#core
    const { askForMachine } = await import('#engine/signIn/flow/machineSignIn')
    const { server } = context
    const { outcome, client } = await askForMachine(context, { challenge, kept: held.kept })
    switch (outcome.kind) {
      case 'issued': {
        const base = held.kept?.address === server.address.href ? held.kept : emptySignIn(server.address.href)
        await held.save({ ...withClient(base, client), tokens: outcome.tokens, ended: null })
        return { kind: 'renewed' }
      }
      case 'refused':
        return { kind: 'ended', text: `the issuer refuses it: ${outcome.text}` }
      case 'lost':
        // Unlike a refresh token, the credentials are not used up, so they can be sent again.
        return { kind: 'unreachable', text: outcome.text, retryAfterMs: null }
      case 'unreachable':
        return outcome
    }
  }

  #settle(end: RefreshEnd, server: SignInServer): void {
    const { held } = this.#core
    switch (end.kind) {
      case 'renewed':
        this.noteReceived()
        return this.#core.apply({ type: 'obtained', bySignIn: isByMachine(server), error: held.problem })
      case 'unreachable':
        return this.#postpone(end)
      case 'spent': {
        this.schedule()
        const text = `${sentence(end.text)} Switchboard does not repeat it, because the issuer might then revoke the sign-in.`
        const error = { code: 'SERVER_LOST', message: text, hint: 'Sign in again before the current access expires.' }
        this.#core.apply({ type: 'obtained', bySignIn: false, error })
        throw signInError(text)
      }
      case 'ended': {
        this.#timer.clear()
        const error = signInError(sentence(end.text), isByMachine(server) ? undefined : 'Sign in again.')
        this.#core.apply({ type: 'required', error: stateErrorOf(error), forMore: false })
        this.#noTryBefore = this.#core.options.clock.elapsed() + minRetryMs
        throw error
      }
    }
  }

  #postpone({ text, retryAfterMs }: Extract<RefreshEnd, { kind: 'unreachable' }>): never {
    const { clock, random } = this.#core.options
    this.#failures += 1
    const delayMs = retryDelayMs(this.#failures, retryAfterMs, random)
    this.#noTryBefore = clock.elapsed() + Math.max(minRetryMs, retryAfterMs === null ? 0 : delayMs)
    if (!this.#closing.signal.aborted) this.#timer.set(delayMs, () => this.#inBackground())
    const message = `The sign-in cannot be refreshed now: ${text}.`
    const error = { code: 'SERVER_UNAVAILABLE', message, hint: 'Switchboard tries again by itself.' }
    this.#core.apply({ type: 'unreachable', error, nextTryAt: clock.now() + delayMs })
    throw this.#later(message)
  }

  #notNow(): AppError {
    const { state } = this.#core
    if (state.kind === 'needed') return signInError(state.error.message, state.error.hint)
    const message = state.kind === 'cannotRefresh' ? state.error.message : 'The sign-in cannot be refreshed now.'
    return this.#later(message)
  }

  #later(message: string): AppError {
    const data = { account: this.#core.key.account }
    return new AppError('SERVER_UNAVAILABLE', `${message} Switchboard tries again by itself.`, { data })
  }

  #tokensOver(): void {
    const { held } = this.#core
    const text = held.isSpent
      ? 'The last refresh was interrupted, and the access has expired.'
      : 'The access has expired, and the issuer gave no refresh token.'
    const error = stateErrorOf(signInError(text, 'Sign in again.'))
    this.#core.apply({ type: 'required', error, forMore: false })
  }

  #left(tokens: KeptTokens, lifetimeMs: number): number {
    const received = this.#received?.accessToken === tokens.accessToken ? this.#received.at : { now: tokens.receivedAt }
    return leftMs(lifetimeMs, received, this.#moment(), this.#hasSlept)
  }

  #moment(): Moment {
    const { clock } = this.#core.options
    return { now: clock.now(), elapsed: clock.elapsed() }
  }
}

/** The outcome of an error before the refresh token was sent, or of a refusal that did not use it up. */
function endOfFailure(thrown: unknown): RefreshEnd {
  const text = messageOf(thrown).replace(/\.$/, '')
  const isFinal = thrown instanceof AppError && thrown.code === 'SIGN_IN_REQUIRED'
  return isFinal ? { kind: 'ended', text } : { kind: 'unreachable', text, retryAfterMs: null }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
