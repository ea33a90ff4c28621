/** Writes a conversation of many messages to the store as the chat would: questions and answers in turn. */
import { systemClock } from '#engine/clock'
import { enginePorts } from '#bench/machine/enginePorts'
import { emptyConversation } from '#engine/chat/emptyConversation'
import { noUsage } from '#engine/chat/models/modelUsage'
import type { BlockRow, MessageRow } from '#engine/store/chat/chatStoreRows'
import { openStore } from '#engine/store/openStore'

const id = 'long'
const words = 'words of a message that somebody wrote, as long as messages usually are, '.repeat(6)

export async function writeLongConversation(dataFolder: string, length: number): Promise<void> {
  const { log } = enginePorts(dataFolder)
  const store = await openStore({ dataFolder, databaseUrl: null, clock: systemClock, log })
  const messages = Array.from({ length }, (_, place) => message(place))
  const written = { title: 'A long conversation', model: 'bench', leafId: messages.at(-1)?.id ?? null }
  await store.chat.insert(emptyConversation({ id, projectId: 'default', createdAt: 1, ...written }))
  const blocks = messages.map((row) => ({ messageId: row.id, index: 0, row: block(row) }))
  await store.chat.messages.write({ conversationId: id, runClaims: 0, messages, blocks })
  await store.close()
}

function message(place: number): MessageRow {
  const isAnswer = place % 2 === 1
  return {
    id: `m${place}`,
    parentId: place === 0 ? null : `m${place - 1}`,
    position: place + 1,
    role: isAnswer ? 'assistant' : 'user',
    status: 'complete',
    model: isAnswer ? 'bench' : null,
    steps: isAnswer ? [{ stopReason: 'end_turn', usage: noUsage }] : [],
    createdAt: place,
  }
}

function block({ id: messageId }: MessageRow): BlockRow {
  return { step: 0, isComplete: true, block: { kind: 'text', text: `${messageId}: ${words}` } }
}
