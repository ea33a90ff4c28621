/** A person's sign-ins to one server: at most one at a time, and only begun by an explicit command. */
import { AppError } from '#contract/errors'
import { emptySignIn, isClientError, withClient, withoutClient } from '#engine/signIn/keptSignIn'
import type { SignInCore } from '#engine/signIn/signInCore'
import { oauthCodeOf, stateErrorOf } from '#engine/signIn/signInError'
import type { SignInServer } from '#engine/signIn/signInParts'
import type { Challenge } from '#engine/signIn/state/challenge'
import { type SignInCode, WaitingSignIn } from '#engine/signIn/waitingSignIn'

interface UnderWay {
  readonly waiting: WaitingSignIn
  readonly flow: AbortController
  readonly opened: Promise<string>
}

export class PersonSignIn {
  readonly #core: SignInCore
  readonly #onSignedIn: () => void
  #current: UnderWay | null = null

  constructor(core: SignInCore, onSignedIn: () => void) {
    this.#core = core
    this.#onSignedIn = onSignedIn
  }

  /** The sign-in that is open in a browser; null if none is. */
  get waiting(): WaitingSignIn | null {
    return this.#core.state.kind === 'waiting' ? (this.#current?.waiting ?? null) : null
  }

  /** Begins a sign-in and returns the page to open. If one is already waiting, returns its page. */
  begin(server: SignInServer, challenge: Challenge | null, before: readonly string[]): Promise<string> {
    if (this.#current !== null && !this.#current.waiting.isOver) return this.#current.opened
    // Ends the last sign-in, because its port is needed again.
    this.#current?.waiting.cancel()
    const flow = new AbortController()
    const waiting: WaitingSignIn = new WaitingSignIn({
      clock: this.#core.options.clock,
      slug: server.slug,
      redeem: (code) => this.#redeem(server, waiting, flow, code),
      onEnd: (error) => this.#ended(waiting, error),
    })
    this.#core.steps.beginSignIn()
    this.#core.apply({ type: 'begun' })
    const opened = this.#open(server, { challenge, before }, waiting, flow)
    this.#current = { waiting, flow, opened }
    return opened
  }

  async callback(text: string): Promise<void> {
    const parameters = URL.canParse(text) ? new URL(text).searchParams : new URLSearchParams()
    const current = this.#current
    if (current === null || (current.waiting.isOver && !current.waiting.knows(parameters)))
      throw new AppError('CONFLICT', 'This callback address belongs to no waiting sign-in. Begin the sign-in again.')
    await current.waiting.callback(parameters)
  }

  cancel(): void {
    if (this.#current === null) return
    this.#current.waiting.cancel()
    this.#current.flow.abort()
    this.#current = null
    this.#core.apply({ type: 'cancelled' })
  }

  async close(): Promise<void> {
    const opened = this.#current?.opened
    this.cancel()
    await opened?.catch(() => undefined)
  }

  async #open(
    server: SignInServer,
    { challenge, before }: { readonly challenge: Challenge | null; readonly before: readonly string[] },
    waiting: WaitingSignIn,
    flow: AbortController,
  ): Promise<string> {
    try {
      const context = await this.#core.openFlow(server, flow.signal)
      const { prepareSignIn } = await import('#engine/signIn/flow/personSignIn')
      const { held, options } = this.#core
      const prepared = await prepareSignIn(
        context,
        { challenge, before, clients: held.kept?.clients ?? [], metadataDocument: options.metadataDocument() },
        waiting.onCallback,
      )
      const { client } = prepared.authorization
      if (client.clientSecret !== null) options.redactor.add(client.clientSecret)
      if (flow.signal.aborted) {
        prepared.listener.close()
        throw new AppError('CONFLICT', 'The sign-in was cancelled.')
      }
      // The client is stored before a person sees the page. It is used again if the person comes back another day.
      const base = held.kept ?? emptySignIn(server.address.href)
      await held.save(withClient(base, client))
      waiting.open(prepared)
      return prepared.authorization.authorizationUrl
    } catch (thrown) {
      waiting.cancel()
      if (this.#current?.waiting === waiting) {
        this.#current = null
        this.#core.apply({ type: 'failed', error: stateErrorOf(thrown) })
      }
      throw thrown
    }
  }

  async #redeem(server: SignInServer, waiting: WaitingSignIn, flow: AbortController, code: SignInCode): Promise<void> {
    const prepared = waiting.prepared
    if (prepared === null) return
    const { held, options } = this.#core
    options.redactor.add(code.code)
    const context = await this.#core.openFlow(server, flow.signal)
    const { redeem } = await import('#engine/signIn/flow/authorization')
    const tokens = await redeem(context, prepared.authorization, code)
    const base = held.kept ?? emptySignIn(server.address.href)
    const kept = withClient(base, prepared.authorization.client)
    await held.save({ ...kept, address: server.address.href, tokens, ended: null })
    this.#onSignedIn()
  }

  #ended(waiting: WaitingSignIn, error: AppError | null): void {
    if (error !== null) this.#forgetClient(waiting, error)
    if (error === null) this.#core.apply({ type: 'obtained', bySignIn: true, error: this.#core.held.problem })
    else this.#core.apply({ type: 'failed', error: stateErrorOf(error) })
  }

  /** Forgets a client that the issuer no longer knows. The next sign-in registers a new one. */
  #forgetClient(waiting: WaitingSignIn, error: AppError): void {
    const { held, options } = this.#core
    const clientId = waiting.prepared?.authorization.client.clientId
    if (clientId === undefined || held.kept === null || !isClientError(oauthCodeOf(error))) return
    const rest = withoutClient(held.kept, clientId)
    options.background.run('forget a client of an issuer', () => held.save(rest))
  }
}
