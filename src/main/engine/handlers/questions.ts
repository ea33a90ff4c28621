/** The routes for questions to a person. */
import { implement } from '@orpc/server'
import { contract } from '#contract/contract'
import type { Engine } from '#engine/createEngine'

export function questionHandlers({ questions }: Engine) {
  const os = implement(contract.questions)
  return os.router({
    list: os.list.handler(() => questions.list()),
    attend: os.attend.handler(({ signal }) => questions.attend(signal)),
    answer: os.answer.handler(({ input }) => {
      questions.answer(input.id, input.answer)
      return {}
    }),
  })
}
