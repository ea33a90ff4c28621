/**
 * Answers questions during a turn: by `--yes`, by asking the person at the terminal, or otherwise by a refusal with its
 * reason.
 */
import type { AnswerInput, Question, QuestionNews } from '#contract/question'
import { agrees } from '#main/cli/confirm'
import { oneLine } from '#main/host/output/safeText'
import type { Terminal } from '#main/cli/terminal'
import type { ContractClient } from '#main/host/control/controlClient'

export interface AnswerOptions {
  readonly client: ContractClient
  readonly terminal: Terminal
  readonly conversationId: string
  readonly allowAll: boolean
  readonly signal: AbortSignal
}

const nobodyHere =
  'This call needs approval, but there is no terminal to ask at. Run the command with --yes or at a terminal, or allow the tool in the app.'

/** Answers the conversation's questions until `signal` is aborted. Ignores those of other conversations. */
export async function answerQuestions(options: AnswerOptions): Promise<void> {
  const { client, conversationId, signal } = options
  const asked = new Set<string>()
  try {
    for await (const batch of await client.questions.attend(undefined, { signal }))
      for (const news of batch)
        for (const question of questionsIn(news)) {
          if (question.conversationId !== conversationId || asked.has(question.id)) continue
          asked.add(question.id)
          const answer = await answerTo(question, options)
          // A person may already have answered in the app.
          await client.questions.answer({ id: question.id, answer }).catch(() => undefined)
        }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function questionsIn(news: QuestionNews): readonly Question[] {
  switch (news.type) {
    case 'open':
      return news.questions
    case 'asked':
      return [news.question]
    case 'settled':
      return []
  }
}

async function answerTo({ body }: Question, { terminal, allowAll }: AnswerOptions): Promise<AnswerInput> {
  if (body.kind === 'approval') {
    if (allowAll) return { kind: 'allow' }
    if (!terminal.canAsk) return { kind: 'deny', reason: nobodyHere }
    const call = `${body.tool.server} / ${body.tool.name} ${JSON.stringify(body.arguments)}`
    const isAllowed = await agrees(terminal, `Allow ${oneLine(call)}?`)
    return isAllowed ? { kind: 'allow' } : { kind: 'deny' }
  }
  if (!terminal.canAsk) return { kind: 'decline' }
  switch (body.kind) {
    case 'form':
      terminal.note(
        `${body.server} asks: ${body.message}\nForms can only be answered in the app, so this one is declined.\n`,
      )
      return { kind: 'decline' }
    case 'link':
      return (await agrees(
        terminal,
        `${body.server} wants you to open ${oneLine(body.url)} (${oneLine(body.message)}). Agree?`,
      ))
        ? { kind: 'submit' }
        : { kind: 'decline' }
    case 'sampling':
      return (await agrees(terminal, `${body.server} wants to send a prompt to the model, at your expense. Agree?`))
        ? { kind: 'submit' }
        : { kind: 'decline' }
  }
}
