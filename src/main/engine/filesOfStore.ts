/**
 * Keeps folders of the data folder together with the store that they belong to. When another store is opened (`kb.db`
 * was moved away, or a database was given), the former store's folders are set aside, and brought back when that store
 * is opened again. Otherwise their files would be removed in time, because the open store does not name them.
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

/** The open store's id, which is the same in every engine. It is set once the files are kept with the store. */
export async function storeIdOf(settings: Pick<SettingStore, 'get'>): Promise<string> {
  return String(await settings.get(storeKey))
}

/** Must run before any of the folders is read or written. */
export async function keepFilesWithStore({ dataFolder, settings, setAside, makeId }: FilesOfStoreOptions) {
  const file = join(dataFolder, 'store-id')
  const id = String(await settings.setOnce(storeKey, makeId()))
  const former = (await readPrivateFile(file))?.toString('utf8').trim() ?? ''
  if (former !== id) {
    const why = 'the files beside this store belong to another store'
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

/** Removes unusual characters, because the id is read from a file that other programs can write. */
function placeOf(storeId: string): string {
  return `of-store-${storeId.replaceAll(/[^\w-]/g, '').slice(0, 40)}`
}
