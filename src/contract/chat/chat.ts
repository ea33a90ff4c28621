/**
 * Conversations with a model. Messages form a tree: editing or regenerating adds a branch, and nothing is overwritten.
 * Data for the model only (the signatures of its thinking) stays in the engine.
 */
import { z } from 'zod'
import { maxAttachmentLength } from '#contract/chat/attachmentLimit'
import { conversationId, messageId, runLimits, usage } from '#contract/chat/conversation'
import { switchedOff } from '#contract/tools/toolChoice'
import { givenId } from '#contract/inputBounds'

/** What the engine is doing for a conversation. Times are epoch milliseconds. */
export const runState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  /** Servers are starting, tools are being listed, attachments are being read, or older messages summarised. */
  z.object({ kind: z.literal('preparing'), since: z.number(), what: z.enum(['tools', 'summary']) }),
  z.object({ kind: z.literal('streaming'), since: z.number(), step: z.number() }),
  z.object({ kind: z.literal('tools'), since: z.number(), running: z.number() }),
  /** Calls are waiting for a person to answer these questions. */
  z.object({ kind: z.literal('waiting'), since: z.number(), questionIds: z.array(z.string()) }),
  /** The engine will ask the model again at `at`. */
  z.object({ kind: z.literal('retrying'), at: z.number(), attempt: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('stopping'), since: z.number() }),
  /**
   * The engine ended during the run, so the outcome of these calls is unknown. `chat.resume` continues the run: for
   * each call, the request says whether to run it again, skip it, or leave it.
   */
  z.object({ kind: z.literal('interrupted'), toolUseIds: z.array(z.string()) }),
  /** Another engine on the shared database runs this conversation. Only that engine can stop it or send to it. */
  z.object({ kind: z.literal('elsewhere') }),
])
export type RunState = z.infer<typeof runState>

/** A part of a person's message. */
export const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().min(1).max(1_000_000) }),
  /** An attachment from `chat.attach`. */
  z.object({ kind: z.literal('attachment'), attachmentId: z.string().max(64) }),
  /** A catalog resource by its URI, read when the message is sent. */
  z.object({ kind: z.literal('resource'), uri: z.string().max(10_000) }),
])
export type Part = z.infer<typeof part>

/** How many parts one message can have. */
export const maxParts = 100

/** A part of a queued message, with what a page needs to show it. */
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
  /** The id of the model; null: the default of the model source. */
  model: z.string().nullable(),
  choice: switchedOff,
  /** Added to the project's instructions. */
  instructions: z.string(),
  limits: runLimits,
  /** Text that was typed but not sent. */
  draft: z.string(),
  /** Parts that are sent as one message when the current turn ends by itself. Empty: nothing is queued. */
  next: z.array(waitingPart),
  /** The newest message of the shown branch; null while there is none. */
  leafId: messageId.nullable(),
  run: runState,
  /** The usage of all branches together. */
  usage,
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type Conversation = z.infer<typeof conversation>

export const toolCallStatus = z.enum([
  /** The model is writing the arguments. */
  'writing',
  /** The call is waiting for a person's permission, or for its turn. */
  'waiting',
  'running',
  'succeeded',
  /** Includes calls whose result reports an error. */
  'failed',
  'denied',
  'cancelled',
  /** The engine ended while the call was running, so the outcome is unknown. */
  'interrupted',
  /**
   * The engine ended, and a person decided not to run the call again. `startedAt` is null if the call was certainly
   * never sent.
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
  /** A cost limit has no effect, because the price is unknown. */
  'unpriced',
])
export type NoticeKind = z.infer<typeof noticeKind>

export const textBlock = z.object({ kind: z.literal('text'), text: z.string() })
/** The thinking that the model shows; may be empty. `hidden`: the model was thinking but shows none of it. */
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
  /** JSON text of the arguments as a person edited and sent them. Absent if the arguments were not edited. */
  editedArguments: z.string().optional(),
  status: toolCallStatus,
  progress: z.object({ progress: z.number(), total: z.number().nullable(), message: z.string().nullable() }).nullable(),
  startedAt: z.number().nullable(),
  durationMs: z.number().nullable(),
  /**
   * MCP's own content blocks and `structuredContent`, capped. Null until the call ends with a result. Images are stored
   * separately: `{ type: 'image', mimeType, attachmentId, bytes }`, see `chat.attachment`.
   */
  result: z
    .looseObject({
      content: z.array(z.unknown()).optional(),
      structuredContent: z.unknown().optional(),
      isError: z.boolean().optional(),
    })
    .nullable(),
  /** The size of the whole result, as JSON text. */
  resultBytes: z.number().nullable(),
  /** Why the call has no result, in words for a person. */
  error: z.string().nullable(),
  /**
   * The id of the call's record, for `calls.get`; `calls.read` returns the whole result. Null while nothing is
   * recorded.
   */
  callId: z.string().nullable(),
  /** The id of the question (see `questions`) whose answer the call is waiting for; null if there is none. */
  questionId: z.string().nullable(),
  /** The catalog URI of the tool's own page (MCP Apps), if the tool has one. */
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
  /** Null if the resource is not text: it was sent as an image, or the model is only told its name. */
  text: z.string().nullable(),
})
/** Something a person should know. The model never sees it. */
export const noticeBlock = z.object({ kind: z.literal('notice'), notice: noticeKind, text: z.string() })
/** A block from the model whose kind is not known here; it is only passed on. */
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
   * `assistant`: one whole turn, which may include several answers from the model with tool calls between them.
   * `summary`: replaces all earlier messages for the model; the messages themselves are kept.
   */
  role: z.enum(['user', 'assistant', 'summary']),
  /** A block's index identifies it. Blocks are added at the end and may change, but are never removed. */
  blocks: z.array(block),
  status: messageStatus,
  /** Null if no model wrote the message. */
  model: z.string().nullable(),
  usage: usage.nullable(),
  createdAt: z.number(),
  /** All messages with the same parent, oldest first, including this one. */
  siblings: z.array(messageId),
})
export type Message = z.infer<typeof message>

/** Oldest first. `before`: request the messages before this id; null at the beginning. */
export const messageWindow = z.object({ messages: z.array(message), before: messageId.nullable() })
export type MessageWindow = z.infer<typeof messageWindow>

/** Events for readers that follow a conversation: in batches, in order. */
export const chatEvent = z.discriminatedUnion('type', [
  /** The whole state: sent first, after a switch to another branch, and to a reader that fell behind. */
  z.object({ type: z.literal('snapshot'), conversation, ...messageWindow.shape }),
  /** The conversation without its messages. */
  z.object({ type: z.literal('conversation'), conversation }),
  /** A new message at the end of the branch, or a changed one. */
  z.object({ type: z.literal('message'), message }),
  /** A new block at the end of its message, or a changed one. */
  z.object({ type: z.literal('block'), messageId, index: z.number(), block }),
  /**
   * Continues a block's text, or the arguments of a tool call. `offset` counts UTF-16 units, like `text.length`. A
   * reader whose text is longer than `offset` already has this piece.
   */
  z.object({ type: z.literal('text'), messageId, index: z.number(), offset: z.number(), text: z.string() }),
  /** The conversation was removed, and the stream ends. */
  z.object({ type: z.literal('removed') }),
])
export type ChatEvent = z.infer<typeof chatEvent>

export const conversationQuery = z.object({
  projectId: givenId.optional(),
  /** Text to find in titles and messages, ignoring case. */
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

/** Pinned conversations first, then the most recently changed. */
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
   * The id of the message before this one; by default the end of the shown branch. To edit a message, give its parent's
   * id. Null: this message is the first.
   */
  parentId: messageId.nullable().optional(),
})
export type Sending = z.infer<typeof sending>

export const nextSending = z.object({ id: conversationId, parts: z.array(part).max(maxParts).default([]) })
export type NextSending = z.infer<typeof nextSending>

const leftCalls = z.array(z.string().max(256)).max(1000).default([])

/** Continues a run. Names the calls of an interrupted turn by `toolUseId`. NOT_FOUND if the turn has no such call. */
export const resumption = z.object({
  id: conversationId,
  /** Interrupted calls to run again. The model is told that the outcome of the others is unknown. */
  runAgain: leftCalls,
  /** Calls to skip; the model is told. Calls that were never sent and are not named here are made. */
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

/** The size in tokens of what goes with the next message. */
export const tokenEstimate = z.object({
  /** True: the model's endpoint counted. False: estimated from the length, with some error. */
  exact: z.boolean(),
  /** The sum of the three parts below. */
  total: z.number(),
  system: z.number(),
  messages: z.number(),
  /** The size of the definitions that are sent: the servers' tools and, with tool search, Switchboard's search tool. */
  tools: z.number(),
  servers: z.array(
    z.object({
      server: z.string(),
      tokens: z.number(),
      tools: z.array(z.object({ publicName: z.string(), tokens: z.number() })),
    }),
  ),
  /** There are too many tools to send, so the model finds them by search. */
  deferred: z.boolean(),
  /** The size of the definitions that are not sent. */
  found: z.number(),
  /** Tools that cannot be offered to the model, and why. */
  refused: z.array(z.object({ publicName: z.string(), reason: z.string() })),
  /** Size of the model's context window; null if unknown. */
  window: z.number().nullable(),
})
export type TokenEstimate = z.infer<typeof tokenEstimate>
