/** Says in words for a person why a run could not continue. Pure. */
import { AppError, messageOf } from '#contract/errors'
import { ModelFailure } from '#engine/chat/models/modelClient'
import { type StorageFault, storageFault } from '#engine/store/database/storageFault'

const storageWords: Readonly<Record<StorageFault, string>> = {
  noRoom:
    'The disk is full, so the conversation could not be stored. Free some space, then continue. Everything stored so far is kept.',
  cannotWrite:
    'The conversation could not be stored: the disk is full or not writable. Everything stored so far is kept.',
}

/** The words for a person. Null for an internal error, which is in the log. */
export function failureWords(thrown: unknown): string | null {
  const fault = storageFault(thrown)
  if (fault !== null) return storageWords[fault]
  return thrown instanceof ModelFailure || thrown instanceof AppError ? messageOf(thrown) : null
}
