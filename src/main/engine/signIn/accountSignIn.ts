/** The sign-in of one server, as the rest of the engine uses it. */
import { AppError, messageOf } from '#contract/errors'
import type { StateError } from '#contract/servers/server'
import type { SignInKind, SignInSnapshot } from '#contract/servers/signIn'
import type { Refusal } from '#engine/connections/transports/credentials'
import type { KeptSignIn } from '#engine/signIn/keptSignIn'
import { PersonSignIn } from '#engine/signIn/personSignIn'
import { Renewal } from '#engine/signIn/renewal'
import { isByMachine, SignInCore } from '#engine/signIn/signInCore'
import { signInError, stateErrorOf } from '#engine/signIn/signInError'
import type { SignInServer, SignInsOptions } from '#engine/signIn/signInParts'
import { signInSnapshotOf } from '#engine/signIn/snapshot'
import { bearerChallenge, type Challenge } from '#engine/signIn/state/challenge'
import { Repairs } from '#engine/signIn/state/repairs'
import { StepUps } from '#engine/signIn/state/stepUps'
import { within } from '#engine/structures/waits'

const revokeMs = 10_000
const notOauthMs = 60_000

export class AccountSignIn {
  readonly #core: SignInCore
  readonly #renewal: Renewal
  readonly #person: PersonSignIn
  readonly #stepUps = new StepUps()
  #challenge: Challenge | null = null
  readonly #repairs = new Repairs()
  #notOauthUntil = 0
  #looking: Promise<boolean> | null = null
  readonly #closing = new AbortController()

  constructor(options: SignInsOptions, account: string, onChanged: (kind: SignInKind) => void) {
    this.#core = new SignInCore(options, account, onChanged)
    this.#renewal = new Renewal(this.#core)
    this.#person = new PersonSignIn(this.#core, () => {
      this.#stepUps.noteSignedIn()
      this.#renewal.noteReceived()
    })
  }

  get kind(): SignInKind {
    return this.#core.state.kind
  }

  get snapshot(): SignInSnapshot {
    return signInSnapshotOf(this.#core, this.#person.waiting, this.#renewal.nextAt)
  }

  /** Loads the sign-in that an earlier run stored. Never rejects. */
  async open(): Promise<void> {
    const { held } = this.#core
    const before = held.kept
    await held.load()
    const isNews = held.kept !== before || (held.problem !== null && this.kind === 'none')
    if (!isNews) return
    this.#adopt()
    this.#renewal.scheduleAtStart()
  }

  /** Loads the sign-in again after another engine has changed it. */
  async takeIn(): Promise<void> {
    const before = this.#core.held.kept?.generation
    await this.#core.held.reload()
    if (this.#core.held.kept?.generation === before) return
    this.#person.cancel()
    this.#adopt()
    this.#renewal.schedule()
  }

  headerFor(address: URL, url: URL): string | null {
    const kept = this.#core.held.kept
    if (kept === null || kept.tokens === null) return null
    return kept.address === address.href && url.origin === address.origin ? `Bearer ${kept.tokens.accessToken}` : null
  }

  /** Handles a refused request. Resolves when the request may be repeated. */
  async refused(address: URL, { status, challenges, sent }: Refusal): Promise<void> {
    const challenge = bearerChallenge(challenges)
    await this.open()
    const header = this.headerFor(address, address)
    if (header !== null && header !== sent) return
    if (status === 403 && challenge?.error !== 'insufficient_scope') throw notOauth()
    const server = await this.#core.server()
    if (status === 403) return this.#wantMore(server, challenge)
    if (challenge === null && !(await this.#usesOauth(server))) throw notOauth()
    // Another call may have renewed the tokens meanwhile.
    if (this.headerFor(address, address) !== header) return
    this.#challenge = challenge
    if (this.#mayRenew(server, header)) await this.#repair(server, address)
    else throw this.#require(server, challenge)
  }

  async begin(): Promise<string | null> {
    const server = await this.#core.server()
    await this.open()
    if (!isByMachine(server)) return this.#person.begin(server, this.#challenge, this.#scopesToKeep())
    this.#core.steps.beginSignIn()
    this.#renewal.stop()
    await this.#renewal.renew(server, this.#challenge)
    return null
  }

  callback(url: string): Promise<void> {
    return this.#person.callback(url)
  }

  cancel(): void {
    this.#person.cancel()
  }

  /** Signs out. The tokens are removed here first, so that no fault at the issuer can prevent it. */
  async end(forgetsClient: boolean): Promise<void> {
    const { held } = this.#core
    this.#person.cancel()
    await this.#renewal.settled()
    await held.load()
    const kept = held.kept
    this.#renewal.stop()
    this.#stepUps.forget()
    this.#repairs.forget()
    if (kept !== null && !forgetsClient) await held.save({ ...kept, tokens: null, ended: null })
    this.#core.apply({ type: 'signedOut' })
    if (forgetsClient) await held.remove()
    if (kept !== null) await this.#revoke(kept)
    if (held.problem !== null) throw stillInVault(held.problem)
  }

  /** Waits until no sign-in is under way, and tells whether the server is signed in. Rejects if `signal` is aborted. */
  async signedIn(signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted()
    if (this.kind === 'waiting')
      await new Promise<void>((resolve, reject) => {
        const abort = () => reject(signal.reason as Error)
        signal.addEventListener('abort', abort, { once: true })
        void this.#noLongerWaiting().then(() => {
          signal.removeEventListener('abort', abort)
          resolve()
        })
      })
    return this.kind === 'signedIn' || this.kind === 'cannotRefresh'
  }

  wake(): void {
    this.#renewal.wake()
  }

  /** Removes the sign-in of a server that is gone. */
  async remove(): Promise<void> {
    await this.close()
    await this.#core.held.remove()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#person.close()
    await this.#renewal.close()
  }

  async #noLongerWaiting(): Promise<void> {
    while (this.kind === 'waiting') await this.#core.changed()
  }

  /** Sets the state that follows from the stored sign-in. */
  #adopt(): void {
    const { held } = this.#core
    const { kept, problem } = held
    if (kept !== null && kept.ended !== null) {
      const error = stateErrorOf(signInError(`The sign-in is over: ${kept.ended}.`, 'Sign in again.'))
      this.#core.apply({ type: 'required', error, forMore: false })
    } else if (kept !== null && kept.tokens !== null)
      this.#core.apply({ type: 'obtained', bySignIn: true, error: problem })
    else if (problem !== null) this.#core.apply({ type: 'required', error: problem, forMore: false })
    else if (this.#core.state.kind !== 'none') this.#core.apply({ type: 'signedOut' })
  }

  #mayRenew(server: SignInServer, header: string | null): boolean {
    if (this.#repairs.isFutile(header, this.#core.options.clock.elapsed())) return false
    return isByMachine(server) || (header !== null && this.#renewal.isPossible)
  }

  async #repair(server: SignInServer, address: URL): Promise<void> {
    try {
      await this.#renewal.renew(server, this.#challenge)
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.code !== 'SIGN_IN_REQUIRED') throw thrown
      throw this.#require(server, this.#challenge, thrown)
    }
    const header = this.headerFor(address, address)
    if (header !== null) this.#repairs.note(header, this.#core.options.clock.elapsed())
  }

  /** Changes the state to "needed" and returns the error for the refused call. */
  #require(server: SignInServer, challenge: Challenge | null, cause?: AppError): AppError {
    const { held, state, steps } = this.#core
    const reason = cause?.message ?? held.problem?.message ?? reasonOf((held.kept?.tokens ?? null) !== null, challenge)
    if (state.kind !== 'needed') {
      steps.tell('challenge', 'warning', reason)
      const error = stateErrorOf(signInError(reason, 'Sign in.'))
      this.#core.apply({ type: 'required', error, forMore: false })
    }
    const mayTakeKey = held.kept === null && challenge !== null && challenge.resourceMetadata === null
    return neededError(server, { cause, mayTakeKey })
  }

  async #wantMore(server: SignInServer, challenge: Challenge | null): Promise<void> {
    const scope = challenge?.scope ?? null
    if (!this.#stepUps.mayHelp(scope))
      throw signInError(
        `${server.slug} refuses this call, although the sign-in asked for these permissions: ${scope ?? 'not listed'}.`,
        'The account that is signed in may not have them.',
      )
    this.#challenge = challenge
    this.#stepUps.ask(scope)
    if (isByMachine(server)) {
      await this.#renewal.renew(server, challenge)
      this.#stepUps.noteSignedIn()
      return
    }
    const wanted = scope === null ? 'more permissions' : `more permissions: ${scope}`
    const error = stateErrorOf(signInError(`The server asks for ${wanted}.`, 'Sign in again to grant them.'))
    this.#core.apply({ type: 'required', error, forMore: true })
    throw neededError(server)
  }

  #scopesToKeep(): readonly string[] {
    const { state, held } = this.#core
    const settled = state.kind === 'waiting' ? state.before : state
    return settled.kind === 'needed' && settled.forMore ? (held.kept?.tokens?.scopes ?? []) : []
  }

  /** Whether the server uses OAuth. A server may refuse a request without a challenge and still have an issuer. */
  async #usesOauth(server: SignInServer): Promise<boolean> {
    const { held, state, options } = this.#core
    if (held.kept !== null || state.kind !== 'none' || isByMachine(server)) return true
    if (options.clock.elapsed() < this.#notOauthUntil) return false
    this.#looking ??= this.#findsIssuer(server).finally(() => {
      this.#looking = null
    })
    const isFound = await this.#looking
    if (!isFound) this.#notOauthUntil = options.clock.elapsed() + notOauthMs
    return isFound
  }

  async #findsIssuer(server: SignInServer): Promise<boolean> {
    const context = await this.#core.openFlow(server, this.#closing.signal)
    const { discover } = await import('#engine/signIn/discovery/discovery')
    const { address, settings } = server
    const wish = { ...context, address, settings, advertised: null }
    return discover(wish).then(
      ({ issuer }) => issuer.isPublished,
      () => false,
    )
  }

  async #revoke(kept: KeptSignIn): Promise<void> {
    const client = kept.clients.find(({ issuer }) => issuer === kept.tokens?.issuer.issuer)
    if (client === undefined || kept.tokens === null || kept.tokens.issuer.revocationEndpoint === null) return
    const { clock, log } = this.#core.options
    const ending = new AbortController()
    try {
      const context = await this.#core.openFlow(await this.#core.server(), ending.signal)
      const { revoke } = await import('#engine/signIn/flow/revocation')
      await within(clock, revokeMs, revoke(context, client, kept.tokens))
    } catch (thrown) {
      log.info({ server: this.#core.key.account, reason: messageOf(thrown) }, 'tokens were not revoked at the issuer')
    } finally {
      ending.abort()
    }
  }
}

/** The error for a server that does not use OAuth. Its data names no account, because no sign-in would help. */
function notOauth(): AppError {
  return signInError('The server requires authentication, but offers no sign-in.')
}

function stillInVault({ message }: StateError): AppError {
  return new AppError(
    'VAULT_UNAVAILABLE',
    `You are signed out until Switchboard restarts, but the vault still has the sign-in. Sign out again when the vault works. ${message}`,
  )
}

function reasonOf(hasTokens: boolean, challenge: Challenge | null): string {
  if (!hasTokens) return 'The server requires a sign-in.'
  const said = challenge?.error ?? null
  return `The server no longer accepts the sign-in${said === null ? '' : ` (${said})`}.`
}

interface Need {
  readonly cause?: AppError | undefined
  /**
   * Whether the server may take a plain API key. Such servers also answer with a Bearer challenge, but one that names
   * no metadata.
   */
  readonly mayTakeKey?: boolean
}

function neededError({ account, slug }: SignInServer, { cause, mayTakeKey = false }: Need = {}): AppError {
  const key = mayTakeKey ? ' If it takes an API key instead, add an Authorization header to its settings.' : ''
  const message = `${slug} needs a sign-in.${key} Sign in on its page in Switchboard, or run: switchboard sign-in ${slug}`
  const data = { account }
  return new AppError('SIGN_IN_REQUIRED', message, { data, known: { code: 'sign-in-needed', about: {} }, cause })
}
