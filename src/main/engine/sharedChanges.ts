/**
 * Reads again what another engine on the shared database has changed, one subject at a time, and once more if the
 * subject changed during the read.
 */
import type { Background } from '#engine/background'
import type { SharedSubject } from '#engine/store/database/database'
import type { Store } from '#engine/store/openStore'

export interface SharedChangesOptions {
  readonly store: Pick<Store, 'onChangedElsewhere'>
  readonly reload: Readonly<Record<SharedSubject, () => Promise<unknown>>>
  readonly background: Pick<Background, 'run'>
}

export function takeInSharedChanges({ store, reload, background }: SharedChangesOptions): void {
  const reading = new Set<SharedSubject>()
  const changedAgain = new Set<SharedSubject>()
  const read = async (subject: SharedSubject) => {
    reading.add(subject)
    try {
      do {
        changedAgain.delete(subject)
        await reload[subject]()
      } while (changedAgain.has(subject))
    } finally {
      reading.delete(subject)
    }
  }
  store.onChangedElsewhere((subject) => {
    if (reading.has(subject)) changedAgain.add(subject)
    else background.run(`read another engine's changes to the ${subject}`, () => read(subject))
  })
}
