/**
 * A sign-in that waits for a person in the browser. It ends once: with the callback, when it is cancelled, or after ten
 * minutes. Callbacks of other sign-ins never end it.
 */
import { AppError } from '#contract/errors'
import type { Clock, Timer } from '#engine/ports'
import type { CallbackPage } from '#engine/signIn/callback/callbackPage'
import { type CallbackAnswer, isState, readCallback } from '#engine/signIn/callback/callbackAnswer'
import type { PreparedSignIn } from '#engine/signIn/flow/personSignIn'
import { refusedByIssuer, signInError } from '#engine/signIn/signInError'

export type SignInCode = Extract<CallbackAnswer, { kind: 'code' }>

export interface WaitingOptions {
  readonly clock: Clock
  /** The server's name in messages. */
  readonly slug: string
  /** Exchanges the code for tokens, and stores them. */
  redeem(code: SignInCode): Promise<void>
  /** Called once, unless the sign-in was cancelled. If `error` is null, the sign-in worked. */
  onEnd(error: AppError | null): void
}

const limitMs = 10 * 60_000
/** How long the listener stays open after the end, because a browser may request the last page again. */
const lingerMs = 10_000

export class WaitingSignIn {
  readonly #options: WaitingOptions
  #prepared: PreparedSignIn | null = null
  #outcome: Promise<AppError | null> | null = null
  #timer: Timer | null = null
  #isOver = false

  constructor(options: WaitingOptions) {
    this.#options = options
  }

  get authorizationUrl(): string | null {
    return this.#prepared?.authorization.authorizationUrl ?? null
  }

  get redirectUri(): string | null {
    return this.#prepared?.listener.redirectUri ?? null
  }

  get prepared(): PreparedSignIn | null {
    return this.#prepared
  }

  get isOver(): boolean {
    return this.#isOver
  }

  open(prepared: PreparedSignIn): void {
    this.#prepared = prepared
    this.#timer = this.#options.clock.after(limitMs, () => {
      if (this.#outcome !== null) return
      this.#outcome = Promise.resolve(signInError('The sign-in was not finished within ten minutes.', again))
      void this.#outcome.then((error) => this.#end(error))
    })
  }

  /** Answers the browser's callback with a page. */
  readonly onCallback = async (parameters: URLSearchParams): Promise<CallbackPage> => {
    const outcome = this.#take(parameters)
    if (outcome === null) return foreignPage
    const error = await outcome
    return error === null ? signedInPage(this.#options.slug) : failedPage(error)
  }

  /** Takes an address that a person pasted. Rejects if it does not belong to this sign-in, or the sign-in fails. */
  async callback(parameters: URLSearchParams): Promise<void> {
    const outcome = this.#take(parameters)
    if (outcome === null)
      throw new AppError(
        'INVALID_INPUT',
        `This address does not belong to the sign-in that is waiting. Copy the full address of the page where the browser ended. It begins with ${this.redirectUri ?? 'http://127.0.0.1'}.`,
      )
    const error = await outcome
    if (error !== null) throw error
  }

  /** Whether a callback belongs to this sign-in, even if it is over. */
  knows(parameters: URLSearchParams): boolean {
    return this.#prepared !== null && isState(parameters.get('state'), this.#prepared.authorization.state)
  }

  cancel(): void {
    this.#isOver = true
    this.#timer?.cancel()
    this.#prepared?.listener.close()
  }

  /**
   * Processes a callback. Null if it belongs to another sign-in. A repeated callback gets the outcome of the first one.
   */
  #take(parameters: URLSearchParams): Promise<AppError | null> | null {
    if (this.#prepared === null) return null
    if (this.#outcome !== null) return this.knows(parameters) ? this.#outcome : null
    if (this.#isOver) return null
    const { authorization } = this.#prepared
    const { issuer } = authorization.found
    const answer = readCallback(parameters, {
      state: authorization.state,
      issuer: issuer.isPublished ? issuer.issuer : null,
      namesItself: issuer.namesItself,
    })
    if (answer.kind === 'foreign') return null
    this.#outcome = this.#outcomeOf(answer, issuer.issuer)
    void this.#outcome.then((error) => this.#end(error))
    return this.#outcome
  }

  async #outcomeOf(answer: Exclude<CallbackAnswer, { kind: 'foreign' }>, issuer: string): Promise<AppError | null> {
    switch (answer.kind) {
      case 'mismatch':
        return signInError(
          `The answer did not come from the issuer ${issuer}, so it was ignored. Begin the sign-in again.`,
        )
      case 'refused':
        return refusedByIssuer(issuer, answer)
      case 'code':
        return this.#options.redeem(answer).then(
          () => null,
          (thrown: unknown) =>
            thrown instanceof AppError ? thrown : new AppError('INTERNAL', 'The sign-in failed.', { cause: thrown }),
        )
    }
  }

  #end(error: AppError | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#timer?.cancel()
    this.#timer = this.#options.clock.after(lingerMs, () => this.#prepared?.listener.close())
    this.#options.onEnd(error)
  }
}

const again =
  "Begin the sign-in again. If the issuer's page showed an error about the client, forget the client first. The next sign-in then registers a new one."

const foreignPage: CallbackPage = {
  status: 400,
  title: 'Not this sign-in',
  text: 'This page does not belong to a sign-in that is waiting. Begin the sign-in again in Switchboard.',
}

function signedInPage(slug: string): CallbackPage {
  return { status: 200, title: 'Signed in', text: `Switchboard is signed in to ${slug}. You can close this tab.` }
}

function failedPage({ message }: AppError): CallbackPage {
  return { status: 400, title: 'Not signed in', text: `${message} You can close this tab and continue in Switchboard.` }
}
