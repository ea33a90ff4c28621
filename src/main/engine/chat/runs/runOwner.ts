/** Whose a run is that the store knows of. Pure: engines that share a database know of each other by this alone. */
import type { ConversationRow } from '#engine/store/chat/chatStoreRows'

/** `interrupted`: it is nobody's, whoever began it, and may be gone on with here. */
export type StoredRun = 'idle' | 'elsewhere' | 'interrupted'

/** Of a conversation that does not run in this engine. */
export function storedRun(
  { isRunning, runEngine, runUntil }: Pick<ConversationRow, 'isRunning' | 'runEngine' | 'runUntil'>,
  engine: string,
  now: number,
): StoredRun {
  if (!isRunning) return 'idle'
  return runEngine === engine || runUntil <= now ? 'interrupted' : 'elsewhere'
}
