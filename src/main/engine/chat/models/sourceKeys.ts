/** The key and the headers of the model source, in the vault. Each one read or given is redacted from then on. */
import { type KeptKey, keptKeyItem, readKeptKey } from '#engine/chat/models/keptKey'
import type { Redactor, Vault } from '#engine/ports'

/** Undefined: unchanged, if the address is the same. Null: none. */
export interface GivenSecrets {
  readonly key?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | null | undefined
}

export interface SourceKeysOptions {
  readonly vault: Vault
  readonly redactor: Redactor
}

export class SourceKeys {
  readonly #options: SourceKeysOptions

  constructor(options: SourceKeysOptions) {
    this.#options = options
  }

  /** Only what is stored for this address. */
  async read(address: string): Promise<KeptKey | null> {
    const text = await this.#options.vault.get(keptKeyItem)
    const kept = text === null ? null : readKeptKey(text, address)
    if (kept !== null) this.#hide(kept)
    return kept
  }

  /** What would be stored. If there is nothing stored yet, no vault is needed. */
  async wanted(address: string, { key, headers }: GivenSecrets, isStored: boolean): Promise<KeptKey> {
    const before = isStored ? await this.read(address) : null
    const wanted: KeptKey = {
      address,
      key: key === undefined ? (before?.key ?? null) : key,
      headers: headers === undefined ? (before?.headers ?? {}) : (headers ?? {}),
    }
    this.#hide(wanted)
    return wanted
  }

  /** Null: nothing. */
  async keep(wanted: KeptKey | null, isStored: boolean): Promise<void> {
    const { vault } = this.#options
    if (wanted !== null && (wanted.key !== null || Object.keys(wanted.headers).length > 0))
      await vault.set(keptKeyItem, JSON.stringify(wanted))
    else if (isStored) await vault.remove(keptKeyItem)
  }

  #hide({ key, headers }: KeptKey): void {
    for (const secret of [key, ...Object.values(headers)]) if (secret !== null) this.#options.redactor.add(secret)
  }
}
