/**
 * Conversations with a model. Messages form a tree: editing or regenerating adds a branch, and nothing is overwritten.
 * Data for the model only (signatures of its thinking) stays in the engine.
 */
import { z } from 'zod'
import { maxAttachmentLength } from '#contract/chat/attachmentLimit'
import { conversationId, messageId, runLimits, usage } from '#contract/chat/conversation'
import { switchedOff } from '#contract/tools/toolChoice'
import { givenId } from '#contract/inputBounds'

/** What the engine is doing for a conversation. Times are epoch milliseconds. */
export const runState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  /** Starting servers, listing tools, reading attachments, summarising older messages. */
  z.object({ kind: z.literal('preparing'), since: z.number(), what: z.enum(['tools', 'summary']) }),
  z.object({ kind: z.literal('streaming'), since: z.number(), step: z.number() }),
  z.object({ kind: z.literal('tools'), since: z.number(), running: z.number() }),
  /** A person must answer: the waiting calls have the ids of the questions. */
  z.object({ kind: z.literal('waiting'), since: z.number(), questionIds: z.array(z.string()) }),
  /** The model is asked again at `at`. */
  z.object({ kind: z.literal('retrying'), at: z.number(), attempt: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('stopping'), since: z.number() }),
  /**
   * The engine ended during the run. `chat.resume` continues it. The outcome of these calls is unknown: for each, the
   * request says whether to make it again, skip it, or leave it.
   */
  z.object({ kind: z.literal('interrupted'), toolUseIds: z.array(z.string()) }),
  /** Another engine on the shared database runs it: it can be stopped and sent to only there. */
  z.object({ kind: z.literal('elsewhere') }),
])
export type RunState = z.infer<typeof runState>

/** A part of a person's message. */
export const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().min(1).max(1_000_000) }),
  /** An attachment from `chat.attach`. */
  z.object({ kind: z.literal('attachment'), attachmentId: z.string().max(64) }),
  /** A resource of the catalog by its URI; it is read when the message is sent. */
  z.object({ kind: z.literal('resource'), uri: z.string().max(10_000) }),
])
export type Part = z.infer<typeof part>

/** How many parts one message can have. */
export const maxParts = 100

/** A part of a message that waits, with what a page needs to show it. */
export const waitingPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({
    kind: z.literal('attachment'),
    attachmentId: z.string(),
    name: z.string(),
    mediaType: z.string(),
    bytes: z.number(),
  }),
  z.object({ kind: z.literal('resource'), uri: z.string() }),
])
export type WaitingPart = z.infer<typeof waitingPart>

export const conversation = z.object({
  id: conversationId,
  projectId: z.string(),
  /** Empty until the first message. */
  title: z.string(),
  pinned: z.boolean(),
  /** Null: the default of the model source. */
  model: z.string().nullable(),
  choice: switchedOff,
  /** Added to the project's instructions. */
  instructions: z.string(),
  limits: runLimits,
  /** Typed but not sent. */
  draft: z.string(),
  /** Sent as one message when the turn under way ends by itself; empty: nothing waits. */
  next: z.array(waitingPart),
  /** The newest message of the shown branch; null while there is none. */
  leafId: messageId.nullable(),
  run: runState,
  /** All branches together. */
  usage,
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type Conversation = z.infer<typeof conversation>

export const toolCallStatus = z.enum([
  /** The model is writing the arguments. */
  'writing',
  /** It waits for a person's permission, or for its turn. */
  'waiting',
  'running',
  'succeeded',
  /** Includes results that report an error themselves. */
  'failed',
  'denied',
  'cancelled',
  /** The engine ended while it ran: its outcome is unknown. */
  'interrupted',
  /**
   * The engine ended, and a person decided not to make it again. `startedAt` is null if it was certainly never made.
   */
  'skipped',
])
export type ToolCallStatus = z.infer<typeof toolCallStatus>

export const noticeKind = z.enum([
  'retry',
  'maxTokens',
  'refusal',
  'compacted',
  'cut',
  'stopped',
  'limit',
  'interrupted',
  'failed',
  /** A cost limit without effect: the price is unknown. */
  'unpriced',
])
export type NoticeKind = z.infer<typeof noticeKind>

export const textBlock = z.object({ kind: z.literal('text'), text: z.string() })
/** What the model shows of its thinking; may be empty. `hidden`: it thought and shows nothing. */
export const thinkingBlock = z.object({
  kind: z.literal('thinking'),
  text: z.string(),
  hidden: z.boolean(),
  durationMs: z.number().nullable(),
})
export const toolCallBlock = z.object({
  kind: z.literal('toolCall'),
  toolUseId: z.string(),
  /** The name by which the router knows the tool. */
  publicName: z.string(),
  /** Null for an unknown tool and for a tool of the chat itself (`find_tools`). `native` for Switchboard's own. */
  server: z.string().nullable(),
  /** The tool's own name. */
  toolName: z.string(),
  title: z.string().nullable(),
  /** JSON text: partial while `writing`, then complete. */
  arguments: z.string(),
  /** JSON text of the arguments that a person edited, which is what was sent; absent if they did not. */
  editedArguments: z.string().optional(),
  status: toolCallStatus,
  progress: z.object({ progress: z.number(), total: z.number().nullable(), message: z.string().nullable() }).nullable(),
  startedAt: z.number().nullable(),
  durationMs: z.number().nullable(),
  /**
   * MCP's own content blocks and `structuredContent`, capped; null until it ended with a result. Its images are stored
   * separately: `{ type: 'image', mimeType, attachmentId, bytes }`, see `chat.attachment`.
   */
  result: z
    .looseObject({
      content: z.array(z.unknown()).optional(),
      structuredContent: z.unknown().optional(),
      isError: z.boolean().optional(),
    })
    .nullable(),
  /** Size of the whole result, as JSON text. */
  resultBytes: z.number().nullable(),
  /** Why it has no result, for a person. */
  error: z.string().nullable(),
  /** The record of the call (`calls.get`, `calls.read` for the whole result); null while nothing is recorded. */
  callId: z.string().nullable(),
  /** The question that must be answered before it continues (`questions`); null if there is none. */
  questionId: z.string().nullable(),
  /** The URI, in the catalog, of the tool's own page (MCP Apps), if it has one. */
  uiResource: z.string().nullable(),
})
export type ToolCallBlock = z.infer<typeof toolCallBlock>
export const attachmentBlock = z.object({
  kind: z.literal('attachment'),
  attachmentId: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
})
/** A resource of a server, as read when the message was sent. */
export const resourceBlock = z.object({
  kind: z.literal('resource'),
  uri: z.string(),
  name: z.string(),
  mediaType: z.string().nullable(),
  /** Null if it is not text: it was then sent as an image, or is only named. */
  text: z.string().nullable(),
})
/** Something a person should know. The model never sees it. */
export const noticeBlock = z.object({ kind: z.literal('notice'), notice: noticeKind, text: z.string() })
/** A kind of block from the model that is only passed along. */
export const otherBlock = z.object({ kind: z.literal('other'), type: z.string() })

export const block = z.discriminatedUnion('kind', [
  textBlock,
  thinkingBlock,
  toolCallBlock,
  attachmentBlock,
  resourceBlock,
  noticeBlock,
  otherBlock,
])
export type Block = z.infer<typeof block>

export const messageStatus = z.enum(['writing', 'complete', 'stopped', 'failed', 'interrupted'])

export const message = z.object({
  id: messageId,
  parentId: messageId.nullable(),
  /**
   * `assistant`: one whole turn; may include several answers of the model with tool calls between them. `summary`:
   * replaces everything before it for the model; the messages are still there.
   */
  role: z.enum(['user', 'assistant', 'summary']),
  /** A block is identified by its index. Blocks are added at the end and may change; none is ever removed. */
  blocks: z.array(block),
  status: messageStatus,
  /** Null if no model wrote it. */
  model: z.string().nullable(),
  usage: usage.nullable(),
  createdAt: z.number(),
  /** All messages with the same parent, oldest first, including this one. */
  siblings: z.array(messageId),
})
export type Message = z.infer<typeof message>

/** Oldest first. `before`: ask for the earlier messages with this id; null at the beginning. */
export const messageWindow = z.object({ messages: z.array(message), before: messageId.nullable() })
export type MessageWindow = z.infer<typeof messageWindow>

/** Events for followers of a conversation: in batches, in order. */
export const chatEvent = z.discriminatedUnion('type', [
  /** The whole state: sent first, after another branch was chosen, and to a reader that was too slow. */
  z.object({ type: z.literal('snapshot'), conversation, ...messageWindow.shape }),
  /** The conversation without its messages. */
  z.object({ type: z.literal('conversation'), conversation }),
  /** A new message at the end of the branch, or a changed one. */
  z.object({ type: z.literal('message'), message }),
  /** A new block at the end of its message, or a changed one. */
  z.object({ type: z.literal('block'), messageId, index: z.number(), block }),
  /**
   * Continues a block's text (of a tool call: its arguments). `offset` is in UTF-16 units, like `text.length`: a reader
   * with a longer text already has it.
   */
  z.object({ type: z.literal('text'), messageId, index: z.number(), offset: z.number(), text: z.string() }),
  /** It was removed; the stream ends. */
  z.object({ type: z.literal('removed') }),
])
export type ChatEvent = z.infer<typeof chatEvent>

export const conversationQuery = z.object({
  projectId: givenId.optional(),
  /** Searched in titles and messages, ignoring case. */
  text: z.string().min(1).max(256).optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type ConversationQuery = z.infer<typeof conversationQuery>

export const conversationSummary = conversation
  .pick({
    id: true,
    projectId: true,
    title: true,
    pinned: true,
    run: true,
    createdAt: true,
    updatedAt: true,
  })
  .extend({
    /** The text around the hit; null without a search, or if the hit was in the title. */
    excerpt: z.string().nullable(),
  })
export type ConversationSummary = z.infer<typeof conversationSummary>

/** Pinned ones first, then the most recently changed. */
export const conversationPage = z.object({
  conversations: z.array(conversationSummary),
  next: z.string().nullable(),
})
export type ConversationPage = z.infer<typeof conversationPage>

export const newConversation = z.object({
  /** Id or name; by default the main project. */
  projectId: givenId.optional(),
  title: z.string().max(200).default(''),
  model: z.string().max(200).nullable().default(null),
})
export type NewConversation = z.infer<typeof newConversation>

/** Changes the given fields. */
export const conversationChange = z.object({
  title: z.string().max(200).optional(),
  pinned: z.boolean().optional(),
  model: z.string().max(200).nullable().optional(),
  choice: switchedOff.optional(),
  instructions: z.string().max(100_000).optional(),
  limits: runLimits.optional(),
  draft: z.string().max(1_000_000).optional(),
})
export type ConversationChange = z.infer<typeof conversationChange>

export const sending = z.object({
  id: conversationId,
  parts: z.array(part).min(1).max(maxParts),
  /**
   * The message that this one follows; by default the end of the shown branch. To edit a message, give its parent;
   * null: at the beginning.
   */
  parentId: messageId.nullable().optional(),
})
export type Sending = z.infer<typeof sending>

export const nextSending = z.object({ id: conversationId, parts: z.array(part).max(maxParts).default([]) })
export type NextSending = z.infer<typeof nextSending>

const leftCalls = z.array(z.string().max(256)).max(1000).default([])

/**
 * Continues a run. Calls that an interrupted turn has left are named by `toolUseId`; NOT_FOUND if it has left no such
 * call.
 */
export const resumption = z.object({
  id: conversationId,
  /** Interrupted calls that may be made again. About the others the model is told that their outcome is unknown. */
  runAgain: leftCalls,
  /** Calls that must not be made, including unsent ones, which would otherwise be made. The model is told. */
  skip: leftCalls,
})
export type Resumption = z.input<typeof resumption>

export const attachmentUpload = z.object({
  id: conversationId,
  name: z.string().trim().min(1).max(255),
  /** One of image/png, image/jpeg, image/gif, image/webp, application/pdf, or a text type. */
  mediaType: z.string().max(200),
  /** Base64. */
  data: z.string().max(maxAttachmentLength),
})
export type AttachmentUpload = z.infer<typeof attachmentUpload>

export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
})
export type Attachment = z.infer<typeof attachment>

/** What the next message would send along, in tokens. */
export const tokenEstimate = z.object({
  /** True: counted by the model's endpoint. False: estimated from the length, with some error. */
  exact: z.boolean(),
  /** The sum of the three parts below. */
  total: z.number(),
  system: z.number(),
  messages: z.number(),
  /** The definitions that are sent: those of servers and, if tools are searched, that of Switchboard's search. */
  tools: z.number(),
  servers: z.array(
    z.object({
      server: z.string(),
      tokens: z.number(),
      tools: z.array(z.object({ publicName: z.string(), tokens: z.number() })),
    }),
  ),
  /** There are too many tools, so they are found by search instead of being sent. */
  deferred: z.boolean(),
  /** Tokens of the definitions that are not sent. */
  found: z.number(),
  /** Tools that cannot be offered to the model, and why. */
  refused: z.array(z.object({ publicName: z.string(), reason: z.string() })),
  /** Size of the model's window; null if unknown. */
  window: z.number().nullable(),
})
export type TokenEstimate = z.infer<typeof tokenEstimate>
