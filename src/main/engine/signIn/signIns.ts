/** All sign-ins of an engine to remote servers. The rest of the engine uses only this class. */
import type { SignInKind, SignInSnapshot } from '#contract/servers/signIn'
import type { CredentialsFor } from '#engine/connections/transports/credentials'
import { AccountSignIn } from '#engine/signIn/accountSignIn'
import { accountOfItem } from '#engine/signIn/heldSignIn'
import { settledWithin } from '#engine/structures/waits'
import type { SignInsOptions } from '#engine/signIn/signInParts'

/** How long to wait for a vault that a person may have to unlock. */
const readMs = 2_000

type Changed = (account: string, kind: SignInKind) => void

export class SignIns {
  readonly #options: SignInsOptions
  readonly #accounts = new Map<string, AccountSignIn>()
  readonly #listeners: Changed[] = []

  constructor(options: SignInsOptions) {
    this.#options = options
  }

  readonly credentialsFor: CredentialsFor = (account, address) => ({
    headerFor: (url) => this.#accounts.get(account)?.headerFor(address, url) ?? null,
    refused: (refusal) => this.#of(account).refused(address, refusal),
  })

  kindOf(account: string): SignInKind {
    return this.#accounts.get(account)?.kind ?? 'none'
  }

  async snapshotOf(account: string): Promise<SignInSnapshot> {
    const signIn = this.#of(account)
    await settledWithin(this.#options.clock, readMs, signIn.open())
    return signIn.snapshot
  }

  /** Begins a sign-in and returns the page for the browser. Null if a machine's credentials were enough. */
  begin(account: string): Promise<string | null> {
    return this.#of(account).begin()
  }

  /** Continues a sign-in with the address at which the browser ended. */
  callback(account: string, url: string): Promise<void> {
    return this.#of(account).callback(url)
  }

  async cancel(account: string): Promise<void> {
    this.#of(account).cancel()
  }

  /** Signs out, and revokes the tokens if the issuer supports it. */
  end(account: string): Promise<void> {
    return this.#of(account).end(false)
  }

  /** Signs out and forgets the client, so that the next sign-in registers a new one. */
  forget(account: string): Promise<void> {
    return this.#of(account).end(true)
  }

  /** Waits until no sign-in is under way, and tells whether the server is signed in. */
  signedIn(account: string, signal: AbortSignal): Promise<boolean> {
    return this.#of(account).signedIn(signal)
  }

  onChanged(listener: Changed): void {
    this.#listeners.push(listener)
  }

  /** Loads all sign-ins in the background. A request that comes earlier loads its own. */
  async open(): Promise<void> {
    const { store, sharedVault, engine, background } = this.#options
    const rows = await store.list(sharedVault ? '' : engine)
    for (const { account } of rows) {
      const signIn = this.#of(account)
      background.run('read a sign-in', () => signIn.open())
    }
  }

  /** Loads sign-ins whose items in the shared vault were changed by another engine. */
  async takeIn(items: readonly string[]): Promise<void> {
    const accounts = items.map(accountOfItem).filter((account) => account !== null)
    await Promise.all(accounts.map((account) => this.#of(account).takeIn()))
  }

  wake(): void {
    for (const signIn of this.#accounts.values()) signIn.wake()
  }

  /** Removes the sign-ins of servers that are gone. */
  async removeLeft(isThere: (account: string) => boolean): Promise<void> {
    const { store, sharedVault, engine } = this.#options
    const rows = await store.list(sharedVault ? '' : engine)
    for (const { account } of rows) {
      if (isThere(account)) continue
      await this.#of(account).remove()
      this.#accounts.delete(account)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#accounts.values()].map((signIn) => signIn.close()))
  }

  #of(account: string): AccountSignIn {
    const existing = this.#accounts.get(account)
    if (existing !== undefined) return existing
    const signIn = new AccountSignIn(this.#options, account, (kind) => {
      for (const listener of this.#listeners) listener(account, kind)
    })
    this.#accounts.set(account, signIn)
    return signIn
  }
}
