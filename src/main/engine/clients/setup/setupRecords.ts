/**
 * The changes made to clients' files, so that they can be undone. Stored in the data folder, because they concern this
 * machine. They contain no secret values; what was removed from a file is in the copy made beside that file.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { clientNames } from '#contract/clients/clientNames'

const setupRecord = z.object({
  client: z.enum(clientNames),
  path: z.string(),
  /** The name of our entry. */
  name: z.string(),
  /** The copy of the file as it was before; null if there was no file. */
  backup: z.string().nullable(),
  /** The hash of the text that was written. */
  hash: z.string(),
  /** Entries that were imported. */
  taken: z.array(z.string()),
  /** The token that was made for it. */
  tokenId: z.string().nullable(),
})
export type SetupRecord = z.infer<typeof setupRecord>

export interface PutAside {
  take(paths: readonly string[], why: string): Promise<void>
}

export class SetupRecords {
  readonly #file: string
  readonly #setAside: PutAside

  constructor(dataFolder: string, setAside: PutAside) {
    this.#file = join(dataFolder, 'connected-clients.json')
    this.#setAside = setAside
  }

  /** In order of creation. An unreadable list counts as empty: undoing then goes by the files. */
  async all(): Promise<SetupRecord[]> {
    return (await this.#read()) ?? []
  }

  async write(records: readonly SetupRecord[]): Promise<void> {
    if ((await this.#read()) === null)
      await this.#setAside.take([this.#file], 'a list of connected clients that cannot be read')
    const draft = `${this.#file}.${process.pid}`
    await writeFile(draft, `${JSON.stringify(records, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, this.#file)
  }

  /** Null if it exists and cannot be read. */
  async #read(): Promise<SetupRecord[] | null> {
    const text = await readFile(this.#file, 'utf8').catch(() => '[]')
    try {
      return z.array(setupRecord).parse(JSON.parse(text))
    } catch {
      return null
    }
  }
}
