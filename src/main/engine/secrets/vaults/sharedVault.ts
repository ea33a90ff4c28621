/**
 * The vault that the engines on one database share: one row per item, sealed with a passphrase that all of them have.
 * The first item decides the key. With another key, nothing can be read or written.
 */
import { AppError, messageOf } from '#contract/errors'
import type { Clock, Vault } from '#engine/ports'
import { damagedItem } from '#engine/secrets/vaults/damagedItem'
import { seal, unseal } from '#engine/secrets/vaults/sealing'
import { createKeyMaker, headerOf, isKeyOf, keyHeader, type SealingKey } from '#engine/secrets/vaults/sealingKey'
import { type VaultItemStore, versionOf } from '#engine/store/vaultItemStore'

export interface SharedVault extends Vault {
  /** Sets an item unless it exists. Returns false if it exists. */
  add(name: string, value: string): Promise<boolean>
  /** Rejects with `VAULT_UNAVAILABLE` if this engine cannot read the items. */
  check(): Promise<void>
  /** The items that other engines have changed since the last call. Works without the key. */
  changedItems(): Promise<readonly string[]>
}

export interface SharedVaultOptions {
  readonly items: VaultItemStore
  readonly passphrase: string
  readonly clock: Pick<Clock, 'now'>
}

interface Opened {
  readonly header: string
  readonly key: SealingKey
}

/** The context of an item's sealing. It is not stored, so a sealed value is valid only under its own name. */
const contextOf = (name: string) => `switchboard-shared-vault 1 ${name}`

export function createSharedVault({ items, passphrase, clock }: SharedVaultOptions): SharedVault {
  const makeKey = createKeyMaker(passphrase)
  /** The last known version of each item, which this engine's servers may have been started with. */
  let known: ReadonlyMap<string, string> = new Map()

  async function opened(header: string): Promise<Opened> {
    const parsed = parseHeader(header)
    if (parsed === null) throw damaged("its key's header cannot be read")
    const key = await makeKey(parsed.derivation)
    if (!isKeyOf(parsed, key)) throw otherKey()
    return { header, key }
  }

  async function openToWrite(): Promise<Opened> {
    const { header } = await items.read('')
    if (header !== null) return opened(header)
    await items.begin(JSON.stringify(headerOf(await makeKey())), clock.now())
    const begun = await items.read('')
    if (begun.header === null) throw damaged("its key's header is missing")
    return opened(begun.header)
  }

  async function write(name: string, value: string, way: 'put' | 'add'): Promise<boolean> {
    const { header, key } = await openToWrite()
    const sealed = seal(key.key, Buffer.from(value), contextOf(name)).toString('base64')
    const isWritten = await items[way]({ name, sealed, header, updatedAt: clock.now() })
    if (isWritten) known = new Map(known).set(name, versionOf(sealed))
    return isWritten
  }

  return {
    get: (name) =>
      explained(async () => {
        const { header, sealed } = await items.read(name)
        if (header === null && sealed !== null) throw damaged("its key's header is missing")
        if (header === null) return null
        const { key } = await opened(header)
        if (sealed === null) return null
        const content = unseal(key.key, Buffer.from(sealed, 'base64'), contextOf(name))
        if (content === null) throw damagedItem(`The value of ${name} in the shared vault`)
        return content.toString('utf8')
      }),

    set: (name, value) =>
      explained(async () => {
        if (!(await write(name, value, 'put'))) throw unavailable('it was emptied at the same time. Try again')
      }),

    add: (name, value) => explained(() => write(name, value, 'add')),

    remove: (name) =>
      explained(async () => {
        const { header } = await items.read('')
        if (header !== null) await opened(header)
        await items.remove(name)
        known = new Map([...known].filter(([item]) => item !== name))
      }),

    check: () =>
      explained(async () => {
        const { header } = await items.read('')
        if (header !== null) await opened(header)
      }),

    async changedItems() {
      const now = await items.versions()
      const before = known
      known = now
      return [...new Set([...before.keys(), ...now.keys()])].filter((name) => before.get(name) !== now.get(name))
    },
  }
}

function parseHeader(text: string) {
  try {
    return keyHeader.parse(JSON.parse(text))
  } catch {
    return null
  }
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'VAULT_UNAVAILABLE') throw error
    throw unavailable(`the database did not return it: ${messageOf(error)}`, error)
  }
}

function otherKey(): AppError {
  return unavailable(
    'its values are sealed with a different SWITCHBOARD_VAULT_KEY than this engine has. Start this engine with the key of the ' +
      'others. If that key is lost, empty the table kb.vault_items and set the secrets again',
  )
}

function damaged(problem: string): AppError {
  return unavailable(
    `${problem}. Restore the table kb.vault_items from a backup, or empty it and set the secrets again`,
  )
}

function unavailable(problem: string, cause?: unknown): AppError {
  const message = `The vault shared by the engines on this database is not available: ${problem}.`
  return new AppError('VAULT_UNAVAILABLE', message, { cause })
}
