/** The calls that an interrupted turn left unfinished, and what a person can do about each. Pure. */
import type { Message, ToolCallBlock } from '#contract/chat/chat'

/** `usual`: the engine's default for the call. */
export type Wish = 'usual' | 'runAgain' | 'skip'

export interface WayOn {
  readonly wish: Wish
  readonly title: string
  /** The effect of this choice, in words. */
  readonly meaning: string
}

export interface LeftCall {
  readonly call: ToolCallBlock
  readonly state: string
  readonly ways: readonly WayOn[]
}

const sentWays: readonly WayOn[] = [
  { wish: 'usual', title: 'Leave it', meaning: 'The model is told that the outcome is unknown.' },
  { wish: 'runAgain', title: 'Run again', meaning: 'The call is sent again, even if it already ran.' },
  {
    wish: 'skip',
    title: 'Skip',
    meaning: 'The model is told not to repeat this call, and continues without it.',
  },
]

const unsentWays: readonly WayOn[] = [
  { wish: 'usual', title: 'Send it', meaning: 'The call is sent when you continue, after approval if it needs one.' },
  { wish: 'skip', title: 'Skip', meaning: 'The call is not sent. The model is told that you skipped it.' },
]

/** `toolUseIds`: the calls that may have been sent, according to the engine. */
export function leftCalls(messages: readonly Message[], toolUseIds: readonly string[]): LeftCall[] {
  const sent = new Set(toolUseIds)
  return (messages.at(-1)?.blocks ?? []).flatMap((block): LeftCall[] => {
    if (block.kind !== 'toolCall') return []
    if (sent.has(block.toolUseId)) return [{ call: block, state: 'may have run', ways: sentWays }]
    if (block.status !== 'waiting' || block.startedAt !== null) return []
    return [{ call: block, state: 'was not sent yet', ways: unsentWays }]
  })
}

/** The unfinished calls for which a person chose this wish. */
export function wishedOf(left: readonly LeftCall[], wishes: ReadonlyMap<string, Wish>, wanted: Wish): string[] {
  return left.flatMap(({ call }) => (wishes.get(call.toolUseId) === wanted ? [call.toolUseId] : []))
}
