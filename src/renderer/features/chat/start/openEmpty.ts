import type { Api } from '#renderer/client/api.ts'

const lookedThrough = 50

/** Resolves with the id of a conversation without messages in a project: an existing one, or a new one. */
export async function emptyConversation(api: Api, projectId: string): Promise<string> {
  const { conversations } = await api.chat.list({ projectId, limit: lookedThrough })
  const empty = conversations.find((one) => one.title === '' && !one.pinned && one.run.kind === 'idle')
  return empty?.id ?? (await api.chat.create({ projectId })).id
}
