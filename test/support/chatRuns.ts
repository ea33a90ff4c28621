/** Drives a real engine's conversations as a page would. */
import { onTestFinished } from 'vitest'
import type { Conversation, Message } from '#contract/chat/chat'
import type { Engine } from '#engine/createEngine'

export async function startConversation(engine: Engine, text: string, model: string | null = null): Promise<string> {
  const { id } = await engine.chat.create({ title: '', model })
  await engine.chat.send({ id, parts: [{ kind: 'text', text }] })
  return id
}

/** Follows the conversation until it meets the condition. */
export async function until(
  engine: Engine,
  id: string,
  isWanted: (conversation: Conversation) => boolean,
): Promise<Conversation> {
  const watching = new AbortController()
  try {
    for await (const batch of engine.chat.follow(id, watching.signal))
      for (const event of batch)
        if ((event.type === 'snapshot' || event.type === 'conversation') && isWanted(event.conversation))
          return event.conversation
  } finally {
    watching.abort()
  }
  throw new Error('the events of the conversation ended before it met the condition')
}

/** Waits until the conversation is idle. Resolves with the messages of its branch. */
export async function ended(engine: Engine, id: string): Promise<Message[]> {
  await until(engine, id, ({ run }) => run.kind === 'idle')
  return (await engine.chat.messages(id, undefined, 500)).messages
}

/** Allows every call, or those of one tool, until the test ends. */
export function allowAll(engine: Engine, tool?: string): void {
  const watching = new AbortController()
  onTestFinished(() => watching.abort())
  const answering = async () => {
    for await (const batch of engine.questions.attend(watching.signal))
      for (const news of batch) {
        const asked = news.type === 'open' ? news.questions : news.type === 'asked' ? [news.question] : []
        for (const { id, body } of asked)
          if (body.kind === 'approval' && (tool ?? body.tool.name) === body.tool.name)
            engine.questions.answer(id, { kind: 'allow', remember: 'once', pattern: null })
      }
  }
  answering().catch(() => undefined)
}
