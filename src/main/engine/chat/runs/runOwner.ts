/** Decides which engine owns a stored run. Engines that share a database know of each other only by this. Pure. */
import type { ConversationRow } from '#engine/store/chat/chatStoreRows'

/** `interrupted`: no engine has the run, whichever began it. It may be continued here. */
export type StoredRun = 'idle' | 'elsewhere' | 'interrupted'

/** The state of a conversation's run, if the run is not in progress in this engine. */
export function storedRun(
  { isRunning, runEngine, runUntil }: Pick<ConversationRow, 'isRunning' | 'runEngine' | 'runUntil'>,
  engine: string,
  now: number,
): StoredRun {
  if (!isRunning) return 'idle'
  return runEngine === engine || runUntil <= now ? 'interrupted' : 'elsewhere'
}
