/** The routes for questions to a person. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { givenId } from '#contract/inputBounds'
import { answer, question, questionNews } from '#contract/question'

export const questions = {
  /** Oldest first. */
  list: oc.route({ method: 'GET', path: '/questions' }).output(z.array(question)),
  /**
   * Sends all open questions, then every change. A reader of this stream tells the engine that a person is present to
   * answer. Without a reader, calls from outside clients that need an answer are refused immediately.
   */
  attend: oc.route({ method: 'GET', path: '/questions/attend' }).output(eventIterator(z.array(questionNews))),
  /**
   * NOT_FOUND if the question was already answered or its asker left. INVALID_INPUT if the answer does not fit the
   * question.
   */
  answer: oc
    .route({ method: 'POST', path: '/questions/{id}/answer' })
    .input(z.object({ id: givenId, answer }))
    .output(z.object({})),
}
