/**
 * One data folder's part of a keychain. Its items carry the folder's own id, so that two folders never share or
 * overwrite a secret. A value that is too large for an item is sealed in a file of the folder, and the item contains
 * the file's key.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, messageOf } from '#contract/errors'
import type { Vault } from '#engine/ports'
import { damagedItem } from '#engine/secrets/vaults/damagedItem'
import { createOneByOne } from '#engine/secrets/vaults/oneByOne'
import { readPrivateFile, writePrivateFile } from '#engine/secrets/vaults/privateFile'
import { keyBytes, seal, unseal } from '#engine/secrets/vaults/sealing'

/** The longest item. Windows allows 1,280 characters, fewer than any other keychain. */
const maxItemLength = 1000

/** An item with this prefix names a file and its key. A value that itself begins with the prefix is sealed, too. */
const referencePrefix = 'switchboard-sealed:'

interface Reference {
  readonly file: string
  readonly key: Buffer
}

export function createFolderVault(keychain: Vault, folder: string): Vault {
  const oneByOne = createOneByOne()
  const idFile = join(folder, 'id')
  const fileOf = ({ file }: Reference) => join(folder, `${file}.sealed`)
  const itemOf = (id: string, name: string) => `${id}/${name}`

  async function findId(): Promise<string | null> {
    return (await readPrivateFile(idFile))?.toString('utf8').trim() || null
  }

  async function makeId(): Promise<string> {
    const id = randomUUID()
    await writePrivateFile(idFile, Buffer.from(`${id}\n`))
    return id
  }

  async function forgetFile(item: string | null): Promise<void> {
    const reference = item === null ? null : parseReference(item)
    // A file that cannot be removed does no harm, because its key is gone.
    if (reference !== null) await rm(fileOf(reference), { force: true }).catch(() => undefined)
  }

  async function sealed(value: string, itemName: string): Promise<string> {
    const reference = { file: randomUUID(), key: randomBytes(keyBytes) }
    await writePrivateFile(fileOf(reference), seal(reference.key, Buffer.from(value), itemName))
    return formatReference(reference)
  }

  async function unsealed(reference: Reference, itemName: string): Promise<string> {
    const path = fileOf(reference)
    const bytes = await readPrivateFile(path)
    const content = bytes === null ? null : unseal(reference.key, bytes, itemName)
    if (content !== null) return content.toString('utf8')
    throw damagedItem(`The sealed value in ${path}`, bytes === null ? 'is missing' : undefined)
  }

  return {
    get: (name) =>
      explained(folder, async () => {
        // The keychain is read even without an id, so that its faults are reported.
        const itemName = itemOf((await findId()) ?? 'none', name)
        const item = await keychain.get(itemName)
        const reference = item === null ? null : parseReference(item)
        return reference === null ? item : unsealed(reference, itemName)
      }),

    set: (name, value) =>
      oneByOne(() =>
        explained(folder, async () => {
          const itemName = itemOf((await findId()) ?? (await makeId()), name)
          const before = await keychain.get(itemName)
          const fits = value.length <= maxItemLength && !value.startsWith(referencePrefix)
          const item = fits ? value : await sealed(value, itemName)
          await keychain.set(itemName, item).catch(async (error: unknown) => {
            if (!fits) await forgetFile(item)
            throw error
          })
          await forgetFile(before)
        }),
      ),

    remove: (name) =>
      oneByOne(() =>
        explained(folder, async () => {
          const id = await findId()
          if (id === null) return
          const before = await keychain.get(itemOf(id, name))
          await keychain.remove(itemOf(id, name))
          await forgetFile(before)
        }),
      ),
  }
}

function formatReference({ file, key }: Reference): string {
  return `${referencePrefix}${file}:${key.toString('base64')}`
}

function parseReference(item: string): Reference | null {
  if (!item.startsWith(referencePrefix)) return null
  const [file = '', key = ''] = item.slice(referencePrefix.length).split(':')
  return { file, key: Buffer.from(key, 'base64') }
}

async function explained<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError) throw error
    const message = `The vault cannot use its folder ${folder}: ${messageOf(error)}.`
    throw new AppError('VAULT_UNAVAILABLE', message, { cause: error })
  }
}
