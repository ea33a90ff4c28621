/** Why a run could not go on, for a person. Pure. */
import { AppError, messageOf } from '#contract/errors'
import { ModelFailure } from '#engine/chat/models/modelClient'
import { type StorageFault, storageFault } from '#engine/store/database/storageFault'

const storageWords: Readonly<Record<StorageFault, string>> = {
  noRoom: 'There is no room to store what is said. Make room, then go on; what was stored is kept.',
  cannotWrite: 'What is said could not be stored: the disk cannot be written, or it is full. What was stored is kept.',
}

/** Null: it is a mistake of ours, and the log has it. */
export function failureWords(thrown: unknown): string | null {
  const fault = storageFault(thrown)
  if (fault !== null) return storageWords[fault]
  return thrown instanceof ModelFailure || thrown instanceof AppError ? messageOf(thrown) : null
}
