/** Calls that can be answered with one click. Pure. */
import type { ApprovalBody, Question } from '#contract/question'
import { serverWords, toolTitle } from '#renderer/parts/question/card/questionWords.ts'

export type Approval = Question & { readonly body: ApprovalBody }

/**
 * The calls that can be answered together; empty: fewer than two. A changed tool is left out, because a person reviews
 * it alone.
 */
export function answeredTogether(questions: readonly Question[]): readonly Approval[] {
  const approvals = questions.filter(
    (question): question is Approval => question.body.kind === 'approval' && question.body.change === null,
  )
  return approvals.length > 1 ? approvals : []
}

/** The tools with their numbers of calls: "write of files (3), delete of files". */
export function togetherWords(approvals: readonly Approval[]): string {
  const counts = new Map<string, number>()
  for (const { body } of approvals) {
    const name = `${toolTitle(body)} of ${serverWords(body.tool.server)}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count})`)).join(', ')
}
