/** The two ways not to give a server what it asks for: it is told no, or nothing. */
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
