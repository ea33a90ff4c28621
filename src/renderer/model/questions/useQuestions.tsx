/** The open questions, and the one that the person wants to see. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { shownQuestion } from '#contract/desktop'
import type { Question } from '#contract/question'
import { useEngine } from '#renderer/client/engine.ts'
import { type ToastContent, useToasts } from '#renderer/ui/overlay/Toasts.tsx'
import { createQuestionStore, type QuestionStore } from '#renderer/model/questions/questionStore.ts'

export interface ShownQuestions {
  readonly open: boolean
  /** The question to show first; null: the oldest. */
  readonly id: string | null
}

interface Questions {
  readonly store: QuestionStore
  /** The result of the last answer in the panel, which covers the toasts. */
  readonly outcome: ToastContent | null
  /** Shows the result of an answer: in the panel while it is open, otherwise as a toast. */
  readonly say: (outcome: ToastContent) => void
  readonly shown: ShownQuestions
  readonly show: (id: string | null) => void
  readonly hide: () => void
}

const QuestionsContext = createContext<Questions | null>(null)
const hidden: ShownQuestions = { open: false, id: null }

export function QuestionsProvider({ children }: { children: ReactNode }) {
  const { api } = useEngine()
  const store = useMemo(() => createQuestionStore(api.questions), [api])
  const [shown, setShown] = useState(hidden)
  const [outcome, setOutcome] = useState<ToastContent | null>(null)
  const { show: toast } = useToasts()
  const show = useCallback((id: string | null) => setShown({ open: true, id }), [])
  const hide = useCallback(() => {
    setShown(hidden)
    setOutcome(null)
  }, [])
  const inPanel = shown.open
  const say = useCallback(
    (next: ToastContent) => {
      if (inPanel) setOutcome(next)
      else toast(next)
    },
    [inPanel, toast],
  )
  // A click on a system notification sends a message to the window.
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (event.source !== window) return
      const id = shownQuestion(event.data)
      if (id !== null) show(id)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [show])
  const value = useMemo(() => ({ store, outcome, say, shown, show, hide }), [store, outcome, say, shown, show, hide])
  return <QuestionsContext value={value}>{children}</QuestionsContext>
}

export function useQuestions(): Questions {
  const questions = useContext(QuestionsContext)
  if (questions === null) throw new Error('useQuestions needs a QuestionsProvider above it')
  return questions
}

export function useQuestionsState() {
  const { store } = useQuestions()
  return useSyncExternalStore(store.subscribe, store.state)
}

/** Returns undefined if the question is not open, or not known yet. */
export function useQuestion(id: string | null): Question | undefined {
  const { open } = useQuestionsState()
  return open.find((question) => question.id === id)
}

/** State that a card keeps while it is scrolled away. */
export function useTyped<Value>(id: string, name: string, initial: Value) {
  const { store } = useQuestions()
  const [value, setValue] = useState(() => {
    const kept = store.typed(id)
    return kept.has(name) ? (kept.get(name) as Value) : initial
  })
  const set = useCallback(
    (next: Value) => {
      store.typed(id).set(name, next)
      setValue(() => next)
    },
    [store, id, name],
  )
  return [value, set] as const
}
