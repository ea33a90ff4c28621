/** Keeps the model source's key and headers in the vault. Each value read or given is redacted from then on. */
import { type KeptKey, keptKeyItem, readKeptKey } from '#engine/chat/models/keptKey'
import type { Redactor, Vault } from '#engine/ports'

/** New values. For each field, undefined keeps the stored value if the address is the same, and null removes it. */
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

  /** The stored key and headers; null unless some are stored for this address. */
  async read(address: string): Promise<KeptKey | null> {
    const text = await this.#options.vault.get(keptKeyItem)
    const kept = text === null ? null : readKeptKey(text, address)
    if (kept !== null) this.#hide(kept)
    return kept
  }

  /** The key and headers that would be stored. Reads the vault only if something is stored already. */
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

  /** Stores the key and headers. If `wanted` has none, removes those that are stored. */
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
