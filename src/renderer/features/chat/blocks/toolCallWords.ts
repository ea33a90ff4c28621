/** What the state of a tool call is called, and how it is meant. Pure; words only. */
import type { ToolCallBlock, ToolCallStatus } from '#contract/chat'
import { durationText } from '#contract/durationText'
import type { Tone } from '#renderer/features/servers/serverStatus.ts'

const words: Readonly<Record<ToolCallStatus, { readonly word: string; readonly tone: Tone }>> = {
  writing: { word: 'Writing arguments', tone: 'busy' },
  waiting: { word: 'Waiting', tone: 'warn' },
  running: { word: 'Running', tone: 'busy' },
  succeeded: { word: 'Answered', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  denied: { word: 'Denied', tone: 'off' },
  cancelled: { word: 'Cancelled', tone: 'off' },
  interrupted: { word: 'Interrupted', tone: 'warn' },
}

export function isUnderWay({ status }: Pick<ToolCallBlock, 'status'>): boolean {
  return status === 'writing' || status === 'waiting' || status === 'running'
}

export interface CallWords {
  readonly word: string
  readonly tone: Tone
  /** How long it took, or takes until now; null where that says nothing. */
  readonly time: string | null
}

export function toolCallWords(block: ToolCallBlock, now: number): CallWords {
  const { word, tone } = words[block.status]
  const elapsed = block.status === 'running' && block.startedAt !== null ? Math.max(0, now - block.startedAt) : null
  // Whole seconds while it runs: the clock of the page ticks no finer.
  const running = elapsed === null || elapsed < 1000 ? null : `${Math.floor(elapsed / 1000)} s`
  return { word, tone, time: block.durationMs === null ? running : durationText(block.durationMs) }
}

export function callTitle(block: Pick<ToolCallBlock, 'title' | 'toolName' | 'publicName'>): string {
  return block.title ?? (block.toolName === '' ? block.publicName : block.toolName)
}

/** Of whom it is, in a word. */
export function serverWord(server: string | null): string {
  if (server === null) return 'Chat'
  return server === 'native' ? 'Switchboard' : server
}

/** Zero to one; null while it is not known. */
export function progressShare({ progress }: Pick<ToolCallBlock, 'progress'>): number | null {
  if (progress === null || progress.total === null || progress.total <= 0) return null
  return Math.min(1, Math.max(0, progress.progress / progress.total))
}

const longestFailure = 1000

/** Why it has no good result: in the engine's words, or in those of the tool. */
export function failureWords({ status, error, result }: ToolCallBlock): string | null {
  if (error !== null) return error
  if (status !== 'failed') return null
  for (const block of result?.content ?? []) {
    const { type, text } = (typeof block === 'object' && block !== null ? block : {}) as Record<string, unknown>
    if (type === 'text' && typeof text === 'string') return text.slice(0, longestFailure)
  }
  return null
}
