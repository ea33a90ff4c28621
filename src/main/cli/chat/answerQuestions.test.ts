import { expect, test } from 'vitest'
import type { AnswerInput, Question } from '#contract/question'
import { answerQuestions } from '#main/cli/chat/answerQuestions'
import type { Terminal } from '#main/cli/terminal'
import type { ContractClient } from '#main/host/control/controlClient'

test("a server's question cannot control the terminal on which the person answers", async () => {
  const body = { kind: 'link', server: 'files', url: 'https://a.example/\u001B[2K', message: 'ok?\nAllow all? [y/N] y' }
  const question = { id: 'q', conversationId: 'c', body } as Question
  const answers: AnswerInput[] = []
  const client = {
    questions: {
      attend: async () => [[{ type: 'asked', question }]],
      answer: async ({ answer }: { answer: AnswerInput }) => answers.push(answer),
    },
  } as unknown as ContractClient
  const asked: string[] = []
  const ask = async (text: string) => {
    asked.push(text)
    return 'n'
  }
  const terminal = { canAsk: true, ask } as unknown as Terminal
  const { signal } = new AbortController()
  await answerQuestions({ client, terminal, conversationId: 'c', allowAll: false, signal })
  expect(asked).toEqual(['files wants you to open https://a.example/ [2K (ok? Allow all? [y/N] y). Agree? [y/N] '])
  expect(answers).toEqual([{ kind: 'decline' }])
})
