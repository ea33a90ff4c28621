/**
 * Converts a conversation's branch to the messages for the model. However a run ended, every tool use has its result,
 * and roles alternate. Pure: the same branch gives the same messages, so that each request begins with the one before.
 */
import type { ToolCallBlock } from '#contract/chat/chat'
import type { LoadedAttachment, LoadedAttachments } from '#engine/chat/attachments/loadedAttachment'
import type { BlockRow } from '#engine/store/chat/chatStoreRows'
import type { StoredMessage } from '#engine/chat/runs/nextStep'
import { type ToolCallWire, wireOfCall } from '#engine/chat/requests/callWire'
import { imagesForModel, resultContent } from '#engine/chat/requests/resultContent'
import type { WireBlock, WireMessage } from '#engine/chat/models/modelClient'

const goOn = 'The connection was lost while you answered. Continue exactly where you stopped.'

/**
 * `branch` goes from the oldest message to the newest. `model` is the model that gets the messages: only it can read
 * its own thinking.
 */
export function wireMessages(
  branch: readonly StoredMessage[],
  model: string,
  loaded: LoadedAttachments,
): WireMessage[] {
  const messages = new Turns()
  const summaryAt = branch.findLastIndex(({ row }) => row.role === 'summary')
  for (const message of branch.slice(Math.max(0, summaryAt))) {
    switch (message.row.role) {
      case 'summary':
        messages.add('user', summaryContent(branch, summaryAt, loaded))
        break
      case 'user':
        messages.add('user', userContent(message, loaded))
        break
      case 'assistant':
        addTurn(messages, message, model, loaded)
    }
  }
  // The last message must be the user's, unless the model paused its answer.
  const paused = branch.at(-1)?.row.steps.at(-2)?.stopReason === 'pause_turn'
  if (messages.all.at(-1)?.role === 'assistant' && !paused) messages.add('user', [{ type: 'text', text: goOn }])
  return messages.all
}

export function attachmentIdsIn(branch: readonly StoredMessage[]): string[] {
  const ids = branch.flatMap(({ blocks }) =>
    blocks.flatMap(({ block }) => {
      if (block.kind === 'attachment') return [block.attachmentId]
      return block.kind === 'toolCall' ? [...imagesForModel(block)] : []
    }),
  )
  return [...new Set(ids)]
}

/** The last question is sent word for word, because a summary would change it. */
function summaryContent(branch: readonly StoredMessage[], summaryAt: number, loaded: LoadedAttachments): WireBlock[] {
  const summary = branch[summaryAt]?.blocks.map(({ block }) => (block.kind === 'text' ? block.text : '')).join('') ?? ''
  const asked = branch.slice(0, summaryAt).findLast(({ row }) => row.role === 'user')
  return [
    { type: 'text', text: `This conversation began earlier. A summary of it so far:\n\n${summary}` },
    ...(asked === undefined
      ? []
      : [
          { type: 'text', text: "The person's newest message, which you are answering:" },
          ...userContent(asked, loaded),
        ]),
  ]
}

function userContent({ blocks }: StoredMessage, loaded: LoadedAttachments): WireBlock[] {
  return blocks.flatMap(({ block }): WireBlock[] => {
    switch (block.kind) {
      case 'text':
        return isBlank(block.text) ? [] : [{ type: 'text', text: block.text }]
      case 'attachment': {
        const attachment = loaded.get(block.attachmentId)
        if (attachment === undefined) return [{ type: 'text', text: `[The file ${block.name} is gone.]` }]
        return [attachmentContent(attachment)]
      }
      case 'resource':
        return [
          {
            type: 'text',
            text: `<resource uri=${JSON.stringify(block.uri)}>\n${block.text ?? '(not a text)'}\n</resource>`,
          },
        ]
      case 'thinking':
      case 'toolCall':
      case 'notice':
      case 'other':
        return []
    }
  })
}

export function attachmentContent({ name, mediaType, data }: LoadedAttachment): WireBlock {
  const source = { type: 'base64', media_type: mediaType, data }
  if (mediaType.startsWith('image/')) return { type: 'image', source }
  if (mediaType === 'application/pdf') return { type: 'document', source, title: name }
  return { type: 'text', text: `<file name=${JSON.stringify(name)}>\n${data}\n</file>` }
}

function addTurn(messages: Turns, { row, blocks }: StoredMessage, model: string, loaded: LoadedAttachments): void {
  for (const [place, { stopReason }] of row.steps.entries()) {
    // An answer that ended with a refusal must not be sent to the model again.
    if (stopReason === 'refusal') continue
    const own = blocks.filter((block) => block.step === place)
    const content = own.flatMap((block) => answerContent(block, row.model === model))
    if (content.every(({ type }) => isThinking(type))) continue
    messages.add('assistant', content)
    const results = own.flatMap((block) => resultOf(block, loaded))
    if (results.length > 0) messages.add('user', results)
    else if (stopReason === null && place + 1 < row.steps.length) messages.add('user', [{ type: 'text', text: goOn }])
  }
}

function answerContent({ block, isComplete, wire }: BlockRow, isSameModel: boolean): WireBlock[] {
  switch (block.kind) {
    case 'text':
      return isBlank(block.text) ? [] : [{ type: 'text', text: block.text }]
    case 'thinking':
      // The API does not accept thinking without its signature.
      return isComplete && isSameModel && wire !== undefined ? [wire as WireBlock] : []
    case 'toolCall':
      if (!isComplete) return []
      return [{ type: 'tool_use', id: block.toolUseId, name: wireOfCall(wire).name, input: wireOfCall(wire).input }]
    case 'other':
      return isComplete && isSameModel && wire !== undefined ? [wire as WireBlock] : []
    case 'attachment':
    case 'resource':
    case 'notice':
      return []
  }
}

function resultOf({ block, isComplete, wire }: BlockRow, loaded: LoadedAttachments): WireBlock[] {
  if (block.kind !== 'toolCall' || !isComplete) return []
  const given: ToolCallWire = wireOfCall(wire)
  const isError = block.status !== 'succeeded'
  return [
    {
      type: 'tool_result',
      tool_use_id: block.toolUseId,
      content: given.result ?? [...editNote(block), ...resultContent(block, loaded)],
      ...(isError ? { is_error: true } : {}),
    },
  ]
}

/**
 * Tells the model that a person edited the arguments. Otherwise it would attribute the result to its own arguments.
 */
function editNote({ editedArguments }: ToolCallBlock): WireBlock[] {
  if (editedArguments === undefined) return []
  return [{ type: 'text', text: `[The person changed the arguments of this call to ${editedArguments}]` }]
}

function isThinking(type: string): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Joins consecutive messages of the same role. */
class Turns {
  readonly all: { role: WireMessage['role']; content: WireBlock[] }[] = []

  add(role: WireMessage['role'], content: readonly WireBlock[]): void {
    if (content.length === 0) return
    const last = this.all.at(-1)
    if (last?.role === role) last.content.push(...content)
    else this.all.push({ role, content: [...content] })
  }
}
