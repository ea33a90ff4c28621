/** Lets a model summarise the conversation so far when its context window is full. */
import type { Usage } from '#contract/chat/conversation'
import { AppError } from '#contract/errors'
import { ModelFailure, type ModelRequest, type WireMessage } from '#engine/chat/models/modelClient'
import { capMiddle } from '#engine/structures/textCap'
import { textAnswer, type TextAnswer } from '#engine/chat/runs/asking/completeText'
import type { Setting } from '#engine/chat/runs/asking/requestMaker'

const wish =
  'Write a summary of this conversation that will replace it: you will continue with the summary and nothing else. ' +
  'Keep what was asked, what was decided, what was found out (names, paths, numbers, addresses word for word), ' +
  'what each tool call changed, and what is still to be done. Do not call tools. Answer with the summary alone.'
const usualWindow = 100_000
/**
 * How many characters are sent per token of the window. A text of that length is certain to fit, and leaves space for
 * the answer.
 */
const charactersPerToken = 2

export async function summarise(
  setting: Setting,
  request: ModelRequest,
  signal: AbortSignal,
  onSpent: (usage: Usage) => void,
): Promise<string> {
  const { text } = await ask(setting, request, (each) => textAnswer(setting, each, signal, onSpent))
  if (text.trim() === '') throw new AppError('INTERNAL', 'The model did not summarise the conversation.')
  return text
}

/**
 * Asks first with everything that was sent before, which is cached. If that is too long, asks with a transcript whose
 * middle is cut out.
 */
async function ask(
  { model }: Setting,
  request: ModelRequest,
  answer: (request: ModelRequest) => Promise<TextAnswer>,
): Promise<TextAnswer> {
  try {
    return await answer({ ...request, messages: withWish(request.messages) })
  } catch (thrown) {
    if (!(thrown instanceof ModelFailure) || thrown.kind !== 'tooLong') throw thrown
  }
  const most = (model.window ?? usualWindow) * charactersPerToken
  const transcript = capMiddle(request.messages.map(asText).join('\n\n'), most)
  const messages: WireMessage[] = [
    { role: 'user', content: [{ type: 'text', text: `<conversation>\n${transcript}\n</conversation>\n\n${wish}` }] },
  ]
  return answer({ ...request, tools: [], messages })
}

function withWish(messages: readonly WireMessage[]): WireMessage[] {
  const block = { type: 'text', text: wish }
  const last = messages.at(-1)
  if (last?.role !== 'user') return [...messages, { role: 'user', content: [block] }]
  return [...messages.slice(0, -1), { role: 'user', content: [...last.content, block] }]
}

function asText({ role, content }: WireMessage): string {
  const parts = content.map((block) => {
    if (block.type === 'text') return String(block['text'])
    if (block.type === 'image' || block.type === 'document') return `[${block.type}]`
    return JSON.stringify(block)
  })
  return `${role}: ${parts.join('\n')}`
}
