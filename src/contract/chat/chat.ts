/**
 * Conversations with a model. Messages form a tree: who edits or asks again adds a branch, and nothing is overwritten.
 * What only the model may read (signatures of its thinking) stays in the engine.
 */
import { z } from 'zod'
import { longestAttachment } from '#contract/chat/attachmentLimit'
import { conversationId, messageId, runLimits, usage } from '#contract/chat/conversation'
import { switchedOff } from '#contract/tools/toolChoice'
import { givenId } from '#contract/inputBounds'

/** What the engine is doing for a conversation. Times are epoch milliseconds. */
export const runState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  /** Starts servers, lists tools, reads attachments, makes an old part shorter. */
  z.object({ kind: z.literal('preparing'), since: z.number(), what: z.enum(['tools', 'summary']) }),
  z.object({ kind: z.literal('streaming'), since: z.number(), step: z.number() }),
  z.object({ kind: z.literal('tools'), since: z.number(), running: z.number() }),
  /** A person has to answer: the calls that wait have the id of the question. */
  z.object({ kind: z.literal('waiting'), since: z.number(), questionIds: z.array(z.string()) }),
  /** The model is asked again at `at`. */
  z.object({ kind: z.literal('retrying'), at: z.number(), attempt: z.number(), reason: z.string() }),
  z.object({ kind: z.literal('stopping'), since: z.number() }),
  /**
   * The engine ended during the run. `chat.resume` goes on; these calls were under way, and nobody knows how they
   * ended: it says of each whether it is made again, skipped, or left so.
   */
  z.object({ kind: z.literal('interrupted'), toolUseIds: z.array(z.string()) }),
  /** Another engine that shares the database runs it: only there can it be stopped and sent to. */
  z.object({ kind: z.literal('elsewhere') }),
])
export type RunState = z.infer<typeof runState>

export const conversation = z.object({
  id: conversationId,
  projectId: z.string(),
  /** Empty until the first message. */
  title: z.string(),
  pinned: z.boolean(),
  /** Null: the one that the model source has by default. */
  model: z.string().nullable(),
  choice: switchedOff,
  /** Added to the instructions of the project. */
  instructions: z.string(),
  limits: runLimits,
  /** What is typed and not sent. */
  draft: z.string(),
  /** The newest message of the branch that is shown; null while there is none. */
  leafId: messageId.nullable(),
  run: runState,
  /** All branches together. */
  usage,
  createdAt: z.number(),
  updatedAt: z.number(),
})
export type Conversation = z.infer<typeof conversation>

export const toolCallStatus = z.enum([
  /** The model writes the arguments. */
  'writing',
  /** A person has to allow it, or it waits for its turn. */
  'waiting',
  'running',
  'succeeded',
  /** Includes results that say so themselves. */
  'failed',
  'denied',
  'cancelled',
  /** The engine ended while it ran: nobody knows how it ended. */
  'interrupted',
  /** The engine ended, and a person did not want it to be made any more. `startedAt` is null if it surely never was. */
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
  /** A limit of cost that cannot hold: nobody knows the price. */
  'unpriced',
])
export type NoticeKind = z.infer<typeof noticeKind>

export const textBlock = z.object({ kind: z.literal('text'), text: z.string() })
/** What the model shows of its thinking; it may be empty. `hidden`: it thought and shows nothing. */
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
  /** JSON text: while `writing` as far as it came, then whole. */
  arguments: z.string(),
  /** JSON text of what a person made of the arguments, which is what was sent; absent where they did not. */
  editedArguments: z.string().optional(),
  status: toolCallStatus,
  progress: z.object({ progress: z.number(), total: z.number().nullable(), message: z.string().nullable() }).nullable(),
  startedAt: z.number().nullable(),
  durationMs: z.number().nullable(),
  /**
   * MCP's own content blocks and `structuredContent`, capped; null until it ended with a result. An image of it is kept
   * apart: `{ type: 'image', mimeType, attachmentId, bytes }`, see `chat.attachment`.
   */
  result: z
    .looseObject({
      content: z.array(z.unknown()).optional(),
      structuredContent: z.unknown().optional(),
      isError: z.boolean().optional(),
    })
    .nullable(),
  /** Of the whole result, as JSON text. */
  resultBytes: z.number().nullable(),
  /** Why it has no result, in words. */
  error: z.string().nullable(),
  /** The record of the call (`calls.get`, `calls.read` for the whole result); null while nothing is recorded. */
  callId: z.string().nullable(),
  /** The question that has to be answered before it goes on (`questions`); null when there is none. */
  questionId: z.string().nullable(),
  /** Tools may bring a page of their own (MCP Apps): its address in the catalog. */
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
/** A resource of a server, as it was read when the message was sent. */
export const resourceBlock = z.object({
  kind: z.literal('resource'),
  uri: z.string(),
  name: z.string(),
  mediaType: z.string().nullable(),
  /** Null when it is no text: then it was sent as an image or is named only. */
  text: z.string().nullable(),
})
/** Something a person should know. The model never sees it. */
export const noticeBlock = z.object({ kind: z.literal('notice'), notice: noticeKind, text: z.string() })
/** A kind of block that came from the model and that is only carried along. */
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
   * `assistant`: one whole turn; it may have taken several answers of the model, with tool calls between them.
   * `summary`: stands, for the model, in place of what is before it, which is still there.
   */
  role: z.enum(['user', 'assistant', 'summary']),
  /** A block is known by its place. Blocks are added at the end and change; none is ever taken out. */
  blocks: z.array(block),
  status: messageStatus,
  /** Null for what no model wrote. */
  model: z.string().nullable(),
  usage: usage.nullable(),
  createdAt: z.number(),
  /** All messages with the same parent, oldest first, this one among them. */
  siblings: z.array(messageId),
})
export type Message = z.infer<typeof message>

/** Oldest first. `before`: ask for the messages before the first of these with its id; null at the beginning. */
export const messageWindow = z.object({ messages: z.array(message), before: messageId.nullable() })
export type MessageWindow = z.infer<typeof messageWindow>

/** What is told to whoever follows a conversation: in batches, in order. */
export const chatEvent = z.discriminatedUnion('type', [
  /** Everything anew: first of all, after another branch was chosen, and for a reader who was too slow. */
  z.object({ type: z.literal('snapshot'), conversation, ...messageWindow.shape }),
  /** All of it but its messages. */
  z.object({ type: z.literal('conversation'), conversation }),
  /** A message that is new at the end of the branch, or changed as a whole. */
  z.object({ type: z.literal('message'), message }),
  /** A block that is new at the end of its message, or changed. */
  z.object({ type: z.literal('block'), messageId, index: z.number(), block }),
  /**
   * Goes on in a block's text (of a tool call: its arguments). `offset` is in UTF-16 units, that is `text.length`:
   * what is longer already has it.
   */
  z.object({ type: z.literal('text'), messageId, index: z.number(), offset: z.number(), text: z.string() }),
  /** It was removed; the stream ends. */
  z.object({ type: z.literal('removed') }),
])
export type ChatEvent = z.infer<typeof chatEvent>

export const conversationQuery = z.object({
  projectId: givenId.optional(),
  /** Found in titles and in what was written, upper or lower case. */
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
    /** Where the text of the search was found; null where none was searched, or it was in the title. */
    excerpt: z.string().nullable(),
  })
export type ConversationSummary = z.infer<typeof conversationSummary>

/** Pinned ones first, then those that changed last. */
export const conversationPage = z.object({
  conversations: z.array(conversationSummary),
  next: z.string().nullable(),
})
export type ConversationPage = z.infer<typeof conversationPage>

export const newConversation = z.object({
  /** Id or name. The main project if it is not named. */
  projectId: givenId.optional(),
  title: z.string().max(200).default(''),
  model: z.string().max(200).nullable().default(null),
})
export type NewConversation = z.infer<typeof newConversation>

/** Changes what it names. */
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

/** What a person sends. */
export const part = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string().min(1).max(1_000_000) }),
  /** One that `chat.attach` gave. */
  z.object({ kind: z.literal('attachment'), attachmentId: z.string().max(64) }),
  /** A resource of the catalog by its address; it is read when the message is sent. */
  z.object({ kind: z.literal('resource'), uri: z.string().max(10_000) }),
])
export type Part = z.infer<typeof part>

export const sending = z.object({
  id: conversationId,
  parts: z.array(part).min(1).max(100),
  /**
   * The message that this one comes after: the end of the shown branch if it is not named. Who edits a message names
   * the edited message's parent; null: at the beginning.
   */
  parentId: messageId.nullable().optional(),
})
export type Sending = z.infer<typeof sending>

const leftCalls = z.array(z.string().max(256)).max(1000).default([])

/** Going on. Calls that an interrupted turn has left are named by `toolUseId`; NOT_FOUND where it has left no such call. */
export const resumption = z.object({
  id: conversationId,
  /** Interrupted calls that may be made again. Of others the model is told that nobody knows how they ended. */
  runAgain: leftCalls,
  /** Calls that are not to be made any more, also such as never were, which are made otherwise. The model is told. */
  skip: leftCalls,
})
export type Resumption = z.input<typeof resumption>

export const attachmentUpload = z.object({
  id: conversationId,
  name: z.string().trim().min(1).max(255),
  /** One of image/png, image/jpeg, image/gif, image/webp, application/pdf, or a text. */
  mediaType: z.string().max(200),
  /** Base64. */
  data: z.string().max(longestAttachment),
})
export type AttachmentUpload = z.infer<typeof attachmentUpload>

export const attachment = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
})
export type Attachment = z.infer<typeof attachment>

/** What the next message would carry along, in tokens. */
export const tokenEstimate = z.object({
  /** Counted by the model's endpoint; otherwise reckoned from the length, some tenths off. */
  exact: z.boolean(),
  /** The sum of the three parts below. */
  total: z.number(),
  system: z.number(),
  messages: z.number(),
  /** Of the definitions that are sent along: those of the servers, and what a search of Switchboard's own takes. */
  tools: z.number(),
  servers: z.array(
    z.object({
      server: z.string(),
      tokens: z.number(),
      tools: z.array(z.object({ publicName: z.string(), tokens: z.number() })),
    }),
  ),
  /** Tools that would be found by search in place of being sent along: there are too many. */
  deferred: z.boolean(),
  /** What the definitions would take that are not sent along. */
  found: z.number(),
  /** Tools that the model cannot be offered, and why. */
  refused: z.array(z.object({ publicName: z.string(), reason: z.string() })),
  /** Of the model's window; null where it is not known. */
  window: z.number().nullable(),
})
export type TokenEstimate = z.infer<typeof tokenEstimate>
