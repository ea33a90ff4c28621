/** The engine's questions as the page knows them, and how events change them. Pure. */
import type { Question, QuestionNews } from '#contract/question'

export interface QuestionsState {
  /** Oldest first. */
  readonly open: readonly Question[]
  /** Questions that were answered elsewhere or are no longer needed. They are shown a moment longer, to say so. */
  readonly gone: readonly Question[]
}

export const noQuestions: QuestionsState = { open: [], gone: [] }

/** `own`: questions answered on this page, which need no notice. */
export function afterNews(
  state: QuestionsState,
  news: readonly QuestionNews[],
  own: ReadonlySet<string>,
): QuestionsState {
  return news.reduce((now, one) => afterOne(now, one, own), state)
}

function afterOne(state: QuestionsState, news: QuestionNews, own: ReadonlySet<string>): QuestionsState {
  switch (news.type) {
    case 'open': {
      const ids = new Set(news.questions.map(({ id }) => id))
      const lost = state.open.filter(({ id }) => !ids.has(id))
      return { ...lost.reduce((now, { id }) => withoutQuestion(now, id, own), state), open: news.questions }
    }
    case 'asked': {
      const { question } = news
      if (state.open.some(({ id }) => id === question.id)) return state
      return { ...state, open: [...state.open, question] }
    }
    case 'settled':
      return withoutQuestion(state, news.id, own)
  }
}

export function withoutQuestion(state: QuestionsState, id: string, own: ReadonlySet<string>): QuestionsState {
  const question = state.open.find((one) => one.id === id)
  if (question === undefined) return state
  return {
    open: state.open.filter((one) => one !== question),
    gone: own.has(id) ? state.gone : [...state.gone, question],
  }
}

export function withoutGone(state: QuestionsState, ids: ReadonlySet<string>): QuestionsState {
  return { ...state, gone: state.gone.filter(({ id }) => !ids.has(id)) }
}
