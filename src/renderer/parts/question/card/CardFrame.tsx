/** The frame of every card: who asks, the time left, and how the card gets the focus. */
import { type LucideIcon, Timer } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { Question } from '#contract/question'
import { timeLeft, questionTitle } from '#renderer/parts/question/card/questionWords.ts'
import { GuardProvider } from '#renderer/parts/question/card/useGuard.tsx'
import { useQuestions } from '#renderer/model/questions/useQuestions.tsx'
import { useFocusKeeper } from '#renderer/ui/focus/useFocusKeeper.tsx'
import { useNow } from '#renderer/ui/page/useNow.ts'

export interface CardProps {
  readonly question: Question
  /** Changes whenever the content around the card has changed. */
  readonly surroundings?: unknown
}

const busyElements = 'input, textarea, select, [contenteditable], [role=menu], [data-question-card]'

/** Whether the card may take the focus: not from a person who is typing, or who is in another question or dialog. */
function isFree(card: HTMLElement, isLent: boolean): boolean {
  if (isLent) return true
  const active = document.activeElement
  const dialog = active?.closest('[role=dialog]') ?? null
  return active?.closest(busyElements) === null && (dialog === null || dialog.contains(card))
}

function useFocusOnce(id: string) {
  const card = useRef<HTMLElement>(null)
  const { store } = useQuestions()
  const keeper = useFocusKeeper()
  useEffect(() => {
    const kept = store.typed(id)
    if (kept.has('focused')) return
    kept.set('focused', true)
    if (card.current !== null && isFree(card.current, keeper.isLent())) card.current.focus({ preventScroll: true })
  }, [store, id, keeper])
  return card
}

function Countdown({ expiresAt }: { expiresAt: number }) {
  const now = useNow(true)
  return (
    <span
      role="timer"
      className="flex shrink-0 items-center gap-1 text-xs text-muted tabular-nums"
      title="Denied automatically when the time is up"
    >
      <Timer className="size-3.5" aria-hidden="true" />
      <span className="sr-only">Denied automatically in </span>
      {timeLeft(expiresAt, now)}
    </span>
  )
}

export interface CardFrameProps extends CardProps {
  icon: LucideIcon
  /** Replaces the usual title for this kind of question. */
  title?: string
  /** Shown under the title: the subject, and who asks. */
  about: ReactNode
  children: ReactNode
  /** The buttons that answer. */
  footer: ReactNode
}

export function CardFrame(props: CardFrameProps) {
  const { question, surroundings = null, icon: Icon, title, about, children, footer } = props
  const heading = useId()
  const card = useFocusOnce(question.id)
  return (
    <GuardProvider card={card} surroundings={surroundings}>
      <section
        ref={card}
        tabIndex={-1}
        aria-labelledby={heading}
        data-question-card={question.id}
        data-focus-landing=""
        data-question-kind={question.body.kind}
        className="min-w-0 rounded-xs text-sm outline-offset-6"
      >
        <header className="flex items-start gap-2.5">
          <Icon className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <h3 id={heading} className="font-semibold break-words">
              {title ?? questionTitle(question)}
            </h3>
            <p className="text-xs break-words text-muted">{about}</p>
          </div>
          {question.expiresAt !== null && <Countdown expiresAt={question.expiresAt} />}
        </header>
        <div className="mt-3 flex flex-col gap-3">{children}</div>
        <footer className="mt-3.5 flex flex-wrap items-center gap-2">{footer}</footer>
      </section>
    </GuardProvider>
  )
}
