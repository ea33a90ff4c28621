/** The mark of a conversation in the list while it is running or waiting: a tone and words. Pure. */
import type { RunState } from '#contract/chat/chat'
import type { Tone } from '#renderer/model/servers/serverStatus.ts'

const forPerson = { tone: 'warn', word: 'Waiting for your answer' } as const

/** The mark of a conversation's row; null for none. `isAsked`: a server needs an answer before its call continues. */
export function runTone(run: RunState, isAsked: boolean): { readonly tone: Tone; readonly word: string } | null {
  if (isAsked && run.kind === 'tools') return forPerson
  switch (run.kind) {
    case 'idle':
      return null
    case 'waiting':
      return forPerson
    case 'interrupted':
      return { tone: 'warn', word: 'Interrupted' }
    case 'retrying':
      return { tone: 'warn', word: 'Retrying' }
    case 'preparing':
    case 'streaming':
    case 'tools':
    case 'stopping':
      return { tone: 'busy', word: 'Running' }
    case 'elsewhere':
      return { tone: 'busy', word: 'Running elsewhere' }
  }
}

const dayMs = 86_400_000

/** The group of a conversation in the list: pinned, or the day of its last change. */
export function dayGroup(updatedAt: number, pinned: boolean, startOfToday: number): string {
  if (pinned) return 'Pinned'
  if (updatedAt >= startOfToday) return 'Today'
  if (updatedAt >= startOfToday - dayMs) return 'Yesterday'
  return updatedAt >= startOfToday - 7 * dayMs ? 'This week' : 'Earlier'
}
