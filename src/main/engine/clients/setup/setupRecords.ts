/**
 * Records the changes made to clients' files, so that they can be undone. The records concern this machine, so they are
 * stored in the data folder. They contain no secret values: text that was removed from a file is in the copy beside it.
 */
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { clientNames } from '#contract/clients/clientNames'

const setupRecord = z.object({
  client: z.enum(clientNames),
  path: z.string(),
  /** The name of Switchboard's entry. */
  name: z.string(),
  /** The copy of the file before the change; null if there was no file. */
  backup: z.string().nullable(),
  /** The hash of the text that was written. */
  hash: z.string(),
  /** The entries that were imported. */
  taken: z.array(z.string()),
  /** The token that was made for the client. */
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

  /** The records in order of creation. An unreadable list counts as empty. Undoing then relies on the files alone. */
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

  /** Returns an empty list if the file does not exist, and null if it cannot be read or is not valid. */
  async #read(): Promise<SetupRecord[] | null> {
    try {
      return z.array(setupRecord).parse(JSON.parse(await readFile(this.#file, 'utf8')))
    } catch (thrown) {
      return (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? [] : null
    }
  }
}
