/** The entries in a client's file that connecting works on: those that apply everywhere. */
import type { ClientName } from '#contract/clients/clientNames'
import { messageOf } from '#contract/errors'
import { readContent } from '#engine/clients/clientLayout'
import type { FoundEntry } from '#engine/clients/mergeEntries'
import { entriesOf } from '#engine/clients/readClients'
import { mapKey } from '#engine/clients/setup/setupForms'
import { refused, type TextFile } from '#engine/clients/setup/textFile'

/** Throws `INVALID_INPUT`, with the file's name, line and column, if the file cannot be read. */
export function foundIn(client: ClientName, { path, text }: TextFile, home: string): readonly FoundEntry[] {
  if (text.replace(/^\uFEFF/, '').trim() === '') return []
  try {
    const content = readContent(text)
    const maps = content.maps.filter((map) => map.path.length === 1 && map.path[0] === mapKey(client))
    return entriesOf({ ...content, maps }, path, null, home)
  } catch (thrown) {
    throw refused(path, messageOf(thrown))
  }
}
