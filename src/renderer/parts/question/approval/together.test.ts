import { expect, test } from 'vitest'
import type { ApprovalBody } from '#contract/question'
import { aQuestion } from '#renderer/model/questions/samples.ts'
import { answeredTogether, togetherWords } from '#renderer/parts/question/approval/together.ts'

const { body } = aQuestion('sample')
if (body.kind !== 'approval') throw new Error('the sample is no approval')
const approval = (id: string, name: string, change: ApprovalBody['change'] = null) =>
  aQuestion(id, { body: { ...body, change, tool: { ...body.tool, name, title: null, server: 'files' } } })
const form = aQuestion('form', { body: { kind: 'form', server: 'files', message: '', requestedSchema: {} } })

test('only approvals are answered together, and none for a tool that has changed since it was allowed', () => {
  const changed = approval('c', 'write', { before: '1', after: '2' })
  const asked = [approval('a', 'write'), form, changed, approval('b', 'delete')]
  expect(answeredTogether(asked).map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a single call has its own card and no button for all', () => {
  expect(answeredTogether([approval('a', 'write'), form])).toEqual([])
})

test('each tool is named once, with its number of calls', () => {
  const all = answeredTogether([approval('a', 'write'), approval('b', 'delete'), approval('c', 'write')])
  expect(togetherWords(all)).toBe('write of files (2), delete of files')
})
