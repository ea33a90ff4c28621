/** What a row of the list says about a conversation that runs or waits. Pure; words only. */
import type { RunState } from '#contract/chat/chat'
import type { Tone } from '#renderer/model/servers/serverStatus.ts'

const forPerson = { tone: 'warn', word: 'Waits for your answer' } as const

/** Null: nothing is to be said. `isAsked`: a server wants to know something before its call goes on. */
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
      return { tone: 'warn', word: 'Trying again' }
    case 'preparing':
    case 'streaming':
    case 'tools':
    case 'stopping':
      return { tone: 'busy', word: 'Running' }
    case 'elsewhere':
      return { tone: 'busy', word: 'Runs elsewhere' }
  }
}

const dayMs = 86_400_000

/** Conversations under the day they changed: `now` and the beginning of its day tell which. */
export function dayGroup(updatedAt: number, pinned: boolean, startOfToday: number): string {
  if (pinned) return 'Pinned'
  if (updatedAt >= startOfToday) return 'Today'
  if (updatedAt >= startOfToday - dayMs) return 'Yesterday'
  return updatedAt >= startOfToday - 7 * dayMs ? 'This week' : 'Earlier'
}
