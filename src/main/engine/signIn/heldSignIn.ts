/**
 * Holds one sign-in in memory, in the vault, and as a row of the store. If the vault cannot be used, the sign-in is
 * held in memory until the engine closes, and written nowhere else.
 */
import { AppError, messageOf } from '#contract/errors'
import type { StateError } from '#contract/servers/server'
import type { Clock, Redactor, Vault } from '#engine/ports'
import { isDamagedItem } from '#engine/secrets/vaults/damagedItem'
import { createOneByOne } from '#engine/secrets/vaults/oneByOne'
import { type KeptSignIn, type KeptTokens, readSignIn, secretsOf, textOfSignIn } from '#engine/signIn/keptSignIn'
import type { SignInKey, SignInStore } from '#engine/store/signInStore'

export interface HeldSignInOptions {
  readonly key: SignInKey
  readonly vault: Vault
  readonly store: SignInStore
  readonly redactor: Pick<Redactor, 'add'>
  readonly clock: Pick<Clock, 'now'>
}

const prefix = 'sign-in/'

export function itemOfAccount(account: string): string {
  return `${prefix}${account}`
}

/** The account that a vault item belongs to; null if the item is not a sign-in. */
export function accountOfItem(item: string): string | null {
  return item.startsWith(prefix) ? item.slice(prefix.length) : null
}

export class HeldSignIn {
  readonly #options: HeldSignInOptions
  readonly #oneByOne = createOneByOne()
  #kept: KeptSignIn | null = null
  #spent = 0
  #problem: StateError | null = null
  #loaded: Promise<void> | null = null

  constructor(options: HeldSignInOptions) {
    this.#options = options
  }

  get kept(): KeptSignIn | null {
    return this.#kept
  }

  /** Why the sign-in is not in the vault, or could not be read from it. */
  get problem(): StateError | null {
    return this.#problem
  }

  /** Whether the refresh token may have been used. If it were sent again, the issuer would revoke all tokens. */
  get isSpent(): boolean {
    const tokens = this.#kept?.tokens ?? null
    return tokens !== null && this.#spent >= tokens.serial
  }

  /** Reads the sign-in once. If the vault cannot be read, the next call tries again. Never rejects. */
  load(): Promise<void> {
    this.#loaded ??= this.reload().then(() => {
      if (this.#problem !== null && this.#kept === null) this.#loaded = null
    })
    return this.#loaded
  }

  /** Reads what another engine or an earlier run has stored. */
  reload(): Promise<void> {
    const { vault, store, key } = this.#options
    return this.#oneByOne(async () => {
      try {
        const row = await store.get(key)
        if (row === null) {
          // Tokens that could not be written to the vault have no row either.
          if (this.#problem === null) this.#kept = null
          return
        }
        const text = await vault.get(row.item)
        this.#spent = row.spent
        const kept = text === null ? null : readSignIn(text)
        // The vault's item is older than memory if the last write failed.
        if (kept !== null && this.#kept !== null && kept.generation < this.#kept.generation) return
        this.#problem = text !== null && kept === null ? unreadable : null
        this.#hold(kept)
      } catch (thrown) {
        this.#problem = isDamagedItem(thrown) ? unreadable : lockedVault(thrown)
      }
    })
  }

  /** Stores the sign-in, then uses it. If it cannot be stored, it is used from memory. */
  save(next: Omit<KeptSignIn, 'generation'>): Promise<void> {
    const { vault, store, key, redactor, clock } = this.#options
    return this.#oneByOne(async () => {
      const item = itemOfAccount(key.account)
      const row = await store.get(key).catch(() => null)
      // Generations must never repeat. After a removal there is no row, but a refresh of the removed tokens may still
      // be under way.
      const known = [this.#kept?.generation ?? 0, row?.generation ?? 0, row?.spent ?? 0, this.#spent]
      const generation = Math.max(...known) + 1
      const kept = { ...next, generation, tokens: next.tokens && numbered(next.tokens, generation) }
      for (const secret of secretsOf(kept)) redactor.add(secret)
      try {
        await vault.set(item, textOfSignIn(kept))
        this.#problem = null
        await store.put({ ...key, item, generation }, clock.now())
      } catch (thrown) {
        this.#problem = keptInMemory(thrown)
      }
      this.#hold(kept)
    })
  }

  /** Call this before the refresh token is sent. */
  noteSpent(serial: number): void {
    this.#spent = serial
  }

  /** Removes the sign-in. If the vault fails, the row stays for the next try. */
  remove(): Promise<void> {
    const { vault, store, key } = this.#options
    return this.#oneByOne(async () => {
      this.#kept = null
      this.#problem = null
      try {
        const row = await store.get(key)
        if (row === null) return
        await vault.remove(row.item)
        await store.remove(key)
      } catch (thrown) {
        this.#problem = lockedVault(thrown)
      }
    })
  }

  #hold(kept: KeptSignIn | null): void {
    if (kept !== null) for (const secret of secretsOf(kept)) this.#options.redactor.add(secret)
    this.#kept = kept
  }
}

function numbered(tokens: KeptTokens, generation: number): KeptTokens {
  return tokens.serial === 0 ? { ...tokens, serial: generation } : tokens
}

const unreadable: StateError = {
  code: 'VAULT_UNAVAILABLE',
  message: 'The stored sign-in is damaged, or was changed by another program.',
  hint: 'Sign in again.',
}

function lockedVault(thrown: unknown): StateError {
  return {
    code: 'VAULT_UNAVAILABLE',
    message: `The stored sign-in cannot be used: ${messageOf(thrown)}`,
    hint: 'Make the vault available, or sign in again.',
  }
}

function keptInMemory(thrown: unknown): StateError {
  const isVault = thrown instanceof AppError && thrown.code === 'VAULT_UNAVAILABLE'
  return {
    code: isVault ? 'VAULT_UNAVAILABLE' : 'STORE_UNREADABLE',
    message: `The sign-in is kept only until Switchboard closes: ${messageOf(thrown)}`,
    hint: 'Make the vault available, and sign in again.',
  }
}
