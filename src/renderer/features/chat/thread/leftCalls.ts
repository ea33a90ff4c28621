/** The calls that an interrupted turn has left, and what a person can wish of each. Pure. */
import type { Message, ToolCallBlock } from '#contract/chat/chat'

/** `usual`: nothing is said of it, and what happens then happens. */
export type Wish = 'usual' | 'runAgain' | 'skip'

export interface WayOn {
  readonly wish: Wish
  readonly title: string
  /** What happens then. */
  readonly meaning: string
}

export interface LeftCall {
  readonly call: ToolCallBlock
  readonly state: string
  readonly ways: readonly WayOn[]
}

const sentWays: readonly WayOn[] = [
  { wish: 'usual', title: 'Leave it', meaning: 'The model is told that nobody knows how it ended.' },
  { wish: 'runAgain', title: 'Run again', meaning: 'It is made once more, whether or not it was carried out before.' },
  {
    wish: 'skip',
    title: 'Skip',
    meaning: 'The model is told that you do not want it made again, and goes on without it.',
  },
]

const unsentWays: readonly WayOn[] = [
  { wish: 'usual', title: 'Make it', meaning: 'It is made when you go on, and asked about first where it has to be.' },
  { wish: 'skip', title: 'Skip', meaning: 'It is not made. The model is told that you skipped it.' },
]

/** `toolUseIds`: of those that may have been made, as the engine says. */
export function leftCalls(messages: readonly Message[], toolUseIds: readonly string[]): LeftCall[] {
  const sent = new Set(toolUseIds)
  return (messages.at(-1)?.blocks ?? []).flatMap((block): LeftCall[] => {
    if (block.kind !== 'toolCall') return []
    if (sent.has(block.toolUseId)) return [{ call: block, state: 'may have been carried out', ways: sentWays }]
    if (block.status !== 'waiting' || block.startedAt !== null) return []
    return [{ call: block, state: 'was not made yet', ways: unsentWays }]
  })
}

/** The calls of which this is wished, among those that are still left. */
export function wishedOf(left: readonly LeftCall[], wishes: ReadonlyMap<string, Wish>, wanted: Wish): string[] {
  return left.flatMap(({ call }) => (wishes.get(call.toolUseId) === wanted ? [call.toolUseId] : []))
}
