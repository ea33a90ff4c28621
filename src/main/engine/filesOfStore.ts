/**
 * Some files of the data folder mean something beside one store alone: what it names is kept, what is old is removed. So
 * when another store is opened (`kb.db` was moved away, or a database was given), those of the former one are set aside
 * whole, and brought back with it.
 */
import { join } from 'node:path'
import type { MakeId } from '#engine/ports'
import { readPrivateFile, writePrivateFile } from '#engine/secrets/vaults/privateFile'
import type { SetAside } from '#engine/store/setAside'
import type { SettingStore } from '#engine/store/settingStore'

export interface FilesOfStoreOptions {
  readonly dataFolder: string
  readonly settings: Pick<SettingStore, 'setOnce'>
  readonly setAside: SetAside
  readonly makeId: MakeId
}

const folders = ['attachments', 'results', 'journal', 'seen']
const storeKey = 'store-id'

/** Of the store that is open, in whatever engine; once the files are kept with it. */
export async function storeIdOf(settings: Pick<SettingStore, 'get'>): Promise<string> {
  return String(await settings.get(storeKey))
}

/** Before anything reads or writes one of the folders. */
export async function keepFilesWithStore({ dataFolder, settings, setAside, makeId }: FilesOfStoreOptions) {
  const file = join(dataFolder, 'store-id')
  const id = String(await settings.setOnce(storeKey, makeId()))
  const former = (await readPrivateFile(file))?.toString('utf8').trim() ?? ''
  if (former !== id) {
    const why = 'this store is not the one that the files beside it belong to'
    if (former !== '')
      await setAside.take(
        folders.map((folder) => join(dataFolder, folder)),
        why,
        placeOf(former),
      )
    await writePrivateFile(file, Buffer.from(`${id}\n`))
  }
  for (const folder of folders) await setAside.bringBack(folder, () => true, placeOf(id))
}

/** The id is read from a file that anything may have been written to. */
function placeOf(storeId: string): string {
  return `of-store-${storeId.replaceAll(/[^\w-]/g, '').slice(0, 40)}`
}
