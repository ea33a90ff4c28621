/** The routes of what the engine asks a person. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { givenId } from '#contract/inputBounds'
import { answer, question, questionNews } from '#contract/question'

export const questions = {
  /** Oldest first. */
  list: oc.route({ method: 'GET', path: '/questions' }).output(z.array(question)),
  /**
   * What is open, then every change. Whoever reads this says that a person is there to answer: while nobody does, calls
   * of outside clients that need an answer are refused at once.
   */
  attend: oc.route({ method: 'GET', path: '/questions/attend' }).output(eventIterator(z.array(questionNews))),
  /** NOT_FOUND when it is answered already, or moot; INVALID_INPUT when this is no answer to it. */
  answer: oc
    .route({ method: 'POST', path: '/questions/{id}/answer' })
    .input(z.object({ id: givenId, answer }))
    .output(z.object({})),
}
