/** The last line of a conversation: what the engine is doing for it. */
import { LoaderCircle } from 'lucide-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Conversation, Message } from '#contract/chat/chat'
import { isBusy } from '#renderer/features/chat/conversation/isBusy.ts'
import { InterruptedCard } from '#renderer/features/chat/thread/InterruptedCard.tsx'
import { runWords } from '#renderer/features/chat/thread/runWords.ts'
import { useConversationApprovals } from '#renderer/features/chat/thread/useConversationApprovals.ts'
import { useServerQuestions } from '#renderer/features/chat/thread/useServerQuestions.ts'
import { AnswerTogether } from '#renderer/parts/question/approval/AnswerTogether.tsx'
import { useNow } from '#renderer/ui/page/useNow.ts'

function Line({ children, still = false }: { children: ReactNode; still?: boolean }) {
  return (
    <p className="flex min-h-6 items-center gap-2 text-sm text-muted tabular-nums">
      <LoaderCircle className={clsx('size-4 shrink-0', still ? 'opacity-50' : 'animate-spin')} aria-hidden="true" />
      {children}
    </p>
  )
}

/**
 * `messages` is a prop, because a context that changes with every word makes React check everything that is rendered.
 */
export function RunLine({ conversation, messages }: { conversation: Conversation; messages: readonly Message[] }) {
  const { id, run } = conversation
  const isAsked = useServerQuestions(id).length > 0
  const approvals = useConversationApprovals(id)
  const now = useNow(isBusy(run))
  if (run.kind === 'interrupted') return <InterruptedCard messages={messages} toolUseIds={run.toolUseIds} />
  const words = runWords(run, now, isAsked)
  if (words === null) return null
  return (
    <div data-run={run.kind}>
      <Line still={run.kind === 'waiting' || (run.kind === 'tools' && isAsked)}>{words}</Line>
      {run.kind === 'waiting' && <AnswerTogether questions={approvals} />}
    </div>
  )
}
