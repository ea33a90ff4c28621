import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors'
import { describeFailure, Interrupted, ReportedFailure, UsageError } from '#main/cli/failure'

test.each([
  ['wrong usage', new UsageError('no'), 2, 'no'],
  ['a failed tool has already said so', new ReportedFailure(), 1, null],
  ['Ctrl-C, as shells count it', new Interrupted(2), 130, null],
  ['an error of our own', new AppError('NOT_FOUND', 'not there'), 1, 'not there'],
  ['an error over the wire', new ORPCError('NOT_FOUND', { message: 'not there' }), 1, 'not there'],
  ['anything else', new TypeError('odd'), 1, 'odd'],
])('%s', (_title, error, exitCode, text) => {
  expect(describeFailure(error)).toEqual({ exitCode, text })
})

test('an error in this process and the same error from a wire get the same hint', () => {
  const own = describeFailure(new AppError('ENGINE_RUNNING', 'taken'))
  expect(own.text).toContain('--data')
  expect(describeFailure(new ORPCError('ENGINE_RUNNING', { message: 'taken' }))).toEqual(own)
})
