/** The effect of a remembered answer on later calls, and the stored decisions that belong to it. Pure. */
import type { Decision } from '#contract/decision'
import type { AnswerInput, ApprovalBody, Question } from '#contract/question'
import { shortText } from '#contract/text/shortText'
import { patternClause } from '#renderer/model/questions/patternWords.ts'
import { serverWords } from '#renderer/parts/question/card/questionWords.ts'
import { visibleText } from '#renderer/ui/text/visibleText.ts'

/** An answer that is remembered. */
export type KeptAnswer = Extract<AnswerInput, { kind: 'allow' | 'deny' }> & {
  readonly remember: 'conversation' | 'project' | 'always'
}

const maxLength = 200
/** The decisions about members of a group are stored one after the other within this time. */
const togetherMs = 100

export function keptAnswer(answer: AnswerInput): KeptAnswer | null {
  if (answer.kind !== 'allow' && answer.kind !== 'deny') return null
  const { remember } = answer
  return remember === undefined || remember === 'once' ? null : { ...answer, remember }
}

/** `project`: the name of the project, if it is known. */
export function rememberedWords({ tool }: ApprovalBody, answer: KeptAnswer, project: string | undefined): string {
  const allowed = answer.kind === 'allow'
  const who = {
    conversation: 'this conversation',
    project: `callers in ${project === undefined ? 'this project' : visibleText(project)}`,
    always: allowed ? 'every caller' : 'no caller',
  }[answer.remember]
  const may = allowed || answer.remember === 'always' ? 'may' : 'may not'
  const pattern = answer.pattern ?? null
  const where = pattern === null ? '' : ` where ${visibleText(patternClause(pattern))}`
  const what = `${visibleText(tool.name)} of ${serverWords(tool.server)}`
  return `Remembered: ${shortText(`${who} ${may} call ${what}${where}`, maxLength)}.`
}

/** The newest decisions that fit the answer: one for each server concerned. */
export function decisionsMade(
  { body, conversationId, projectId }: Question,
  answer: KeptAnswer,
  decisions: readonly Decision[],
): readonly Decision[] {
  if (body.kind !== 'approval') return []
  const { kind, remember, pattern = null } = answer
  const fitting = decisions.filter(
    (one) =>
      one.effect === kind &&
      one.scope === remember &&
      JSON.stringify(one.pattern) === JSON.stringify(pattern) &&
      (remember !== 'conversation' || one.conversationId === conversationId) &&
      (remember !== 'project' || one.projectId === projectId),
  )
  const own = fitting.filter(({ server, tool }) => server === body.tool.server && tool === body.tool.name)
  const at = Math.max(...own.map(({ decidedAt }) => decidedAt))
  return fitting.filter(({ decidedAt }) => Math.abs(decidedAt - at) <= togetherMs)
}
