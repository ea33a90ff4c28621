/**
 * Holds what the parts of one server's sign-in share: its state, its stored data, and the steps for a person to read.
 */
import type { SignInKind } from '#contract/servers/signIn'
import type { FlowContext } from '#engine/signIn/flow/flowContext'
import { HeldSignIn } from '#engine/signIn/heldSignIn'
import type { SignInServer, SignInsOptions } from '#engine/signIn/signInParts'
import { nextState, type SignInEvent, type SignInState } from '#engine/signIn/state/signInState'
import { Steps } from '#engine/signIn/steps'
import type { SignInKey } from '#engine/store/signInStore'

export class SignInCore {
  readonly options: SignInsOptions
  readonly key: SignInKey
  readonly held: HeldSignIn
  readonly steps: Steps
  readonly #onChanged: (kind: SignInKind) => void
  #state: SignInState = { kind: 'none' }
  #followers: (() => void)[] = []

  constructor(options: SignInsOptions, account: string, onChanged: (kind: SignInKind) => void) {
    this.options = options
    this.key = { account, vault: options.sharedVault ? '' : options.engine }
    this.held = new HeldSignIn({ ...options, key: this.key })
    this.steps = new Steps(options.clock, options.redactor)
    this.#onChanged = onChanged
  }

  get state(): SignInState {
    return this.#state
  }

  apply(event: SignInEvent): void {
    const next = nextState(this.#state, event)
    if (next === this.#state) return
    this.#state = next
    this.#onChanged(next.kind)
    const followers = this.#followers
    this.#followers = []
    for (const follow of followers) follow()
  }

  /** Resolves at the next change of the state. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#followers.push(resolve))
  }

  server(): Promise<SignInServer> {
    return this.options.serverOf(this.key.account)
  }

  async openFlow(server: SignInServer, signal: AbortSignal): Promise<FlowContext> {
    const { exchangeParts, redactor } = this.options
    const [{ openFlow }, parts] = await Promise.all([import('#engine/signIn/flow/flowContext'), exchangeParts()])
    return openFlow({ server, parts, redactor, tell: this.steps.tell, signal })
  }
}

export function isByMachine({ settings }: SignInServer): boolean {
  return settings.grant !== undefined && settings.grant !== 'code'
}
