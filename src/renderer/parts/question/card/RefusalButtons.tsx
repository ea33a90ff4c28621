/** The two ways to refuse a server: to decline, or to cancel without an answer. */
import { AnswerButton } from '#renderer/parts/question/card/useGuard.tsx'

interface RefusalButtonsProps {
  readonly sending: boolean
  readonly onAnswer: (answer: { readonly kind: 'decline' | 'cancel' }) => void
}

export function RefusalButtons({ sending, onAnswer }: RefusalButtonsProps) {
  return (
    <>
      <AnswerButton disabled={sending} onClick={() => onAnswer({ kind: 'decline' })}>
        Decline
      </AnswerButton>
      <AnswerButton look="quiet" disabled={sending} onClick={() => onAnswer({ kind: 'cancel' })}>
        Not now
      </AnswerButton>
    </>
  )
}
