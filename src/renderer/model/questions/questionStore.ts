/**
 * The open questions, from one stream that is opened again when it breaks. While the stream is open, the engine knows
 * that a person is present. The store also keeps the input of a card that is scrolled away.
 */
import type { AnswerInput, Question, QuestionNews } from '#contract/question'
import { type Api, noTimeout } from '#renderer/client/api.ts'
import { keepFollowing } from '#renderer/client/keepFollowing.ts'
import { createWatched, type Watched } from '#renderer/client/watched.ts'
import {
  afterNews,
  noQuestions,
  type QuestionsState,
  withoutGone,
  withoutQuestion,
} from '#renderer/model/questions/questionsState.ts'

/** How long a settled question stays, so that a person can read that it was answered elsewhere. */
const goneMs = 4000

export interface QuestionStore extends Pick<Watched<QuestionsState>, 'state' | 'subscribe'> {
  /** The listener is called with each new question, not with those already open. */
  readonly onAsked: (listener: (asked: readonly Question[]) => void) => () => void
  readonly answer: (id: string, answer: AnswerInput) => Promise<void>
  /** What was typed into a question's card, by field name. */
  readonly typed: (id: string) => Map<string, unknown>
}

type QuestionRoutes = Pick<Api['questions'], 'attend' | 'answer'>

export function createQuestionStore(routes: QuestionRoutes): QuestionStore {
  const own = new Set<string>()
  const typed = new Map<string, Map<string, unknown>>()
  const askedListeners = new Set<(asked: readonly Question[]) => void>()

  const set = (next: QuestionsState) => {
    const state = watched.state()
    if (next === state) return
    const known = new Set(state.gone)
    const gone = next.gone.filter((question) => !known.has(question)).map(({ id }) => id)
    if (gone.length > 0) setTimeout(() => set(withoutGone(watched.state(), new Set(gone))), goneMs)
    for (const { id } of state.open) if (!next.open.some((one) => one.id === id)) typed.delete(id)
    watched.set(next)
  }

  const take = (news: readonly QuestionNews[]) => {
    const before = watched.state()
    const known = new Set(before.open.map(({ id }) => id))
    set(afterNews(before, news, own))
    const asked = watched.state().open.filter(({ id }) => !known.has(id))
    if (asked.length > 0) for (const listener of askedListeners) listener(asked)
  }

  const attend = (ended: AbortSignal) =>
    keepFollowing(ended, async () => {
      for await (const news of await routes.attend(undefined, { signal: ended, ...noTimeout })) {
        if (ended.aborted) return
        take(news)
      }
    })

  const watched = createWatched(noQuestions, attend)
  return {
    state: watched.state,
    subscribe: watched.subscribe,
    onAsked(listener) {
      askedListeners.add(listener)
      return () => void askedListeners.delete(listener)
    },
    async answer(id, answer) {
      own.add(id)
      try {
        await routes.answer({ id, answer })
      } catch (thrown) {
        own.delete(id)
        if ((thrown as { code?: unknown }).code !== 'NOT_FOUND') throw thrown
      }
      // The question is settled: by this answer, or by an earlier one from elsewhere.
      set(withoutQuestion(watched.state(), id, own))
    },
    typed(id) {
      let kept = typed.get(id)
      if (kept === undefined) typed.set(id, (kept = new Map()))
      return kept
    },
  }
}
