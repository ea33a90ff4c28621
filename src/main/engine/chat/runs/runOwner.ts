/** Who owns a stored run. Pure: engines that share a database learn of each other by this only. */
import type { ConversationRow } from '#engine/store/chat/chatStoreRows'

/** `interrupted`: no engine has it, whoever began it; it may be continued here. */
export type StoredRun = 'idle' | 'elsewhere' | 'interrupted'

/** For a conversation that does not run in this engine. */
export function storedRun(
  { isRunning, runEngine, runUntil }: Pick<ConversationRow, 'isRunning' | 'runEngine' | 'runUntil'>,
  engine: string,
  now: number,
): StoredRun {
  if (!isRunning) return 'idle'
  return runEngine === engine || runUntil <= now ? 'interrupted' : 'elsewhere'
}
