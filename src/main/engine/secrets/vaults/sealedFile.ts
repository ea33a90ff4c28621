/**
 * The sealed file's format: a plain header that says how its key is derived from a passphrase, then the sealed entries.
 */
import { z } from 'zod'
import { headerOf, keyHeader, type SealingKey } from '#engine/secrets/vaults/sealingKey'
import { seal, unseal } from '#engine/secrets/vaults/sealing'

export type Entries = ReadonlyMap<string, string>

const fileForm = z.object({
  format: z.literal('switchboard-vault'),
  version: z.literal(1),
  ...keyHeader.shape,
  sealed: z.base64(),
})
type FileForm = z.infer<typeof fileForm>

const entriesForm = z.array(z.tuple([z.string(), z.string()]))
const context = 'switchboard-vault 1'

/** Null if the bytes are not a sealed file. */
export function parseSealedFile(bytes: Buffer): FileForm | null {
  try {
    return fileForm.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}

/** Null if the file was changed since it was sealed. */
export function openEntries(file: FileForm, key: SealingKey): Entries | null {
  const content = unseal(key.key, Buffer.from(file.sealed, 'base64'), context)
  return content === null ? null : new Map(entriesForm.parse(JSON.parse(content.toString('utf8'))))
}

export function sealEntries(entries: Entries, key: SealingKey): Buffer {
  const content = Buffer.from(JSON.stringify([...entries]))
  const file: FileForm = {
    format: 'switchboard-vault',
    version: 1,
    ...headerOf(key),
    sealed: seal(key.key, content, context).toString('base64'),
  }
  return Buffer.from(`${JSON.stringify(file)}\n`)
}
