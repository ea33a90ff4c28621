/** The vault for a machine without a keychain: one file, sealed with a passphrase from the environment. */
import { AppError, messageOf } from '#contract/errors'
import type { Vault } from '#engine/ports'
import { createOneByOne } from '#engine/secrets/vaults/oneByOne'
import { readPrivateFile, writePrivateFile } from '#engine/secrets/vaults/privateFile'
import { type Entries, openEntries, parseSealedFile, sealEntries } from '#engine/secrets/vaults/sealedFile'
import { createKeyMaker, isKeyOf, type SealingKey } from '#engine/secrets/vaults/sealingKey'

interface Opened {
  readonly entries: Entries
  readonly key: SealingKey
}

/** Creates the vault. With an empty passphrase, every use is refused with a message that says what to do. */
export function createSealedFileVault(path: string, passphrase: string): Vault {
  const oneByOne = createOneByOne()
  const makeKey = createKeyMaker(passphrase)

  async function open(): Promise<Opened | null> {
    if (passphrase === '')
      throw unavailable(`the secrets of this data folder are sealed in ${path}. Set SWITCHBOARD_VAULT_KEY to open it`)
    const bytes = await readPrivateFile(path)
    if (bytes === null) return null
    const file = parseSealedFile(bytes)
    if (file === null) throw damaged(path)
    const key = await makeKey(file.derivation)
    if (!isKeyOf(file, key))
      throw unavailable(`SWITCHBOARD_VAULT_KEY does not open ${path}: the file was sealed with another key`)
    const entries = openEntries(file, key)
    if (entries === null) throw damaged(path)
    return { entries, key }
  }

  function change(make: (entries: Map<string, string>) => boolean): Promise<void> {
    return oneByOne(async () => {
      const opened = await explained(path, open)
      const entries = new Map(opened?.entries)
      if (!make(entries)) return
      const key = opened?.key ?? (await makeKey())
      await explained(path, () => writePrivateFile(path, sealEntries(entries, key)))
    })
  }

  return {
    async get(name) {
      const opened = await explained(path, open)
      return opened?.entries.get(name) ?? null
    },
    set: (name, value) => change((entries) => entries.set(name, value) !== undefined),
    remove: (name) => change((entries) => entries.delete(name)),
  }
}

async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw unavailable(`the sealed file ${path} could not be read or written: ${messageOf(error)}`, error)
  }
}

function damaged(path: string): AppError {
  return unavailable(
    `the sealed file ${path} is damaged, or was changed by another program. ` +
      'Restore a copy of it, or move it away to start with an empty vault',
  )
}

function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('VAULT_UNAVAILABLE', `The vault is not available: ${message}.`, { cause })
}
