/**
 * The page's state of a conversation, and how the engine's events change it. Unchanged objects keep their identity, so
 * that only changed parts are rendered again. Pure.
 */
import type { Block, ChatEvent, Conversation, Message, MessageWindow } from '#contract/chat/chat'

export type ConversationState =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'open'
      readonly conversation: Conversation
      /** The loaded messages: the last ones of the shown branch, oldest first. */
      readonly messages: readonly Message[]
      /** Older messages can be loaded before the message with this id. Null: the first message is loaded. */
      readonly before: string | null
      /** False: an event was missed. A new snapshot is needed to repair the state. */
      readonly inStep: boolean
    }
  | { readonly kind: 'removed' }

export type OpenConversation = Extract<ConversationState, { kind: 'open' }>

export const opening: ConversationState = { kind: 'opening' }

function lastIndexOf(messages: readonly Message[], id: string): number {
  return messages.findLastIndex((message) => message.id === id)
}

function replaced<Item>(items: readonly Item[], index: number, item: Item): Item[] {
  const copy = [...items]
  copy[index] = item
  return copy
}

function withMessage(state: OpenConversation, message: Message): OpenConversation {
  const { messages } = state
  const at = lastIndexOf(messages, message.id)
  if (at >= 0) return { ...state, messages: replaced(messages, at, message) }
  const last = messages.at(-1)
  if (last === undefined || message.parentId === last.id) return { ...state, messages: [...messages, message] }
  const first = messages[0]
  // An older message is not loaded yet. It will be read with its page.
  if (first !== undefined && message.createdAt < first.createdAt) return state
  return { ...state, inStep: false }
}

/** All changes to a block go through this function, so that a missed change is noticed in one place. */
function withBlock(
  state: OpenConversation,
  messageId: string,
  index: number,
  change: (block: Block | undefined) => Block | null,
): OpenConversation {
  const at = lastIndexOf(state.messages, messageId)
  const message = state.messages[at]
  if (message === undefined || index > message.blocks.length) return { ...state, inStep: false }
  const was = message.blocks[index]
  const block = change(was)
  if (block === null) return { ...state, inStep: false }
  if (block === was) return state
  const blocks = replaced(message.blocks, index, block)
  return { ...state, messages: replaced(state.messages, at, { ...message, blocks }) }
}

/** Appends `text` at `offset`. Null: text is missing between the known text and the new one. */
function continued(known: string, offset: number, text: string): string | null {
  if (offset > known.length) return null
  const missing = text.slice(known.length - offset)
  return missing === '' ? known : known + missing
}

function withText(block: Block | undefined, offset: number, text: string): Block | null {
  switch (block?.kind) {
    case 'text':
    case 'thinking': {
      const whole = continued(block.text, offset, text)
      if (whole === block.text) return block
      return whole === null ? null : { ...block, text: whole }
    }
    case 'toolCall': {
      const whole = continued(block.arguments, offset, text)
      if (whole === block.arguments) return block
      return whole === null ? null : { ...block, arguments: whole }
    }
    case 'attachment':
    case 'resource':
    case 'notice':
    case 'other':
    case undefined:
      return null
  }
}

/** Applies a snapshot of only the newest messages. Loaded older messages stay if they still belong to the branch. */
function fromSnapshot(
  state: ConversationState,
  event: Extract<ChatEvent, { type: 'snapshot' }>,
): Extract<ConversationState, { kind: 'open' }> {
  const { conversation, messages, before } = event
  const fresh: OpenConversation = { kind: 'open', conversation, messages, before, inStep: true }
  const first = messages[0]
  if (state.kind !== 'open' || before === null || first === undefined) return fresh
  const at = state.messages.findIndex((message) => message.id === first.parentId)
  if (at < 0) return fresh
  return { ...fresh, messages: [...state.messages.slice(0, at + 1), ...messages], before: state.before }
}

function applyEvent(state: ConversationState, event: ChatEvent): ConversationState {
  if (event.type === 'snapshot') return fromSnapshot(state, event)
  if (event.type === 'removed') return { kind: 'removed' }
  if (state.kind !== 'open' || !state.inStep) return state
  switch (event.type) {
    case 'conversation':
      return { ...state, conversation: event.conversation }
    case 'message':
      return withMessage(state, event.message)
    case 'block':
      return withBlock(state, event.messageId, event.index, () => event.block)
    case 'text':
      return withBlock(state, event.messageId, event.index, (block) => withText(block, event.offset, event.text))
  }
}

export function applyEvents(state: ConversationState, events: readonly ChatEvent[]): ConversationState {
  return events.reduce(applyEvent, state)
}

/** Adds a page of older messages. The page is dropped if the branch has changed meanwhile. */
export function withOlder(state: ConversationState, page: MessageWindow): ConversationState {
  if (state.kind !== 'open') return state
  const first = state.messages[0]
  const last = page.messages.at(-1)
  if (first === undefined || first.id !== state.before) return state
  if (last === undefined) return { ...state, before: null }
  if (last.id !== first.parentId) return state
  return { ...state, messages: [...page.messages, ...state.messages], before: page.before }
}
