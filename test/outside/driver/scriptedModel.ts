/**
 * A scripted model behind the Messages API. It follows the user's message, which is JSON: `{use, input}` or `{say}`.
 */
import type { ListedTool } from '#test/outside/driver/outsideClient'
import type { Json } from '#test/support/mcpClients'
import { openMessagesApi, say, use, type Reply, type Seen, type SentRequest } from '#test/support/messagesApi'

export interface ScriptedModel {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Returns the tools that were offered to the model with the message that has this label. */
  offered(label: string): readonly ListedTool[]
  /** Returns the tool results that the model received in the turn of the message with this label. */
  told(label: string): readonly Json[]
  close(): void
}

export async function openModel(): Promise<ScriptedModel> {
  const api = await openMessagesApi(answer)
  const withLabel = (label: string) => {
    const found = api.seen.findLast(({ text }) => text.includes(label))
    if (found === undefined) throw new Error(`the model was never told ${label}`)
    return found.body
  }
  return {
    environment: api.environment,
    offered: (label) => withLabel(label).tools ?? [],
    told: (label) =>
      withLabel(label).messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result')),
    close: api.close,
  }
}

function answer({ body }: Seen, number: number): Reply {
  const last = body.messages.at(-1)
  if (last?.content.some(({ type }) => type === 'tool_result') === true) return { blocks: [say('Done.')] }
  const words = wordsOf(body)
  if (typeof words['use'] !== 'string') return { blocks: [say('Heard.')] }
  return { blocks: [use(`t${number}`, words['use'], words['input'])] }
}

/** Reads the user's message. Text that the engine adds is not JSON. */
function wordsOf({ messages }: SentRequest): Json {
  for (const block of messages.at(-1)?.content ?? []) {
    const text = String(block['text'])
    if (block.type === 'text' && text.startsWith('{')) return JSON.parse(text) as Json
  }
  return {}
}
