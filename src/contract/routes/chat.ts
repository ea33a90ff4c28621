/** The routes for conversations. */
import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import {
  attachment,
  attachmentUpload,
  chatEvent,
  conversation,
  conversationChange,
  conversationPage,
  conversationQuery,
  messageWindow,
  newConversation,
  nextSending,
  resumption,
  sending,
  tokenEstimate,
  waitingPart,
} from '#contract/chat/chat'
import { conversationId, messageId } from '#contract/chat/conversation'
import { givenFields } from '#contract/inputBounds'
import { toolResult } from '#contract/tools/tool'

const byId = z.object({ id: conversationId })
const nothing = z.object({})

/** A server's page (MCP Apps) calls a tool of the same server by the tool's own name. */
const appCall = z.object({
  server: z.string().min(1).max(64),
  name: z.string().min(1).max(256),
  arguments: givenFields.default({}),
})

export const chat = {
  list: oc.route({ method: 'GET', path: '/chat/conversations' }).input(conversationQuery).output(conversationPage),
  create: oc.route({ method: 'POST', path: '/chat/conversations' }).input(newConversation).output(conversation),
  get: oc.route({ method: 'GET', path: '/chat/conversations/{id}' }).input(byId).output(conversation),
  update: oc
    .route({ method: 'PATCH', path: '/chat/conversations/{id}' })
    .input(byId.extend(conversationChange.shape))
    .output(conversation),
  /** Also stops the conversation's run. The conversation can be restored until the engine ends. */
  remove: oc.route({ method: 'DELETE', path: '/chat/conversations/{id}' }).input(byId).output(nothing),
  restore: oc.route({ method: 'POST', path: '/chat/conversations/{id}/restore' }).input(byId).output(conversation),
  /** Exports the shown branch. */
  export: oc
    .route({ method: 'GET', path: '/chat/conversations/{id}/export' })
    .input(byId.extend({ format: z.enum(['markdown', 'json']).default('markdown') }))
    .output(z.object({ name: z.string(), mediaType: z.string(), text: z.string() })),
  /** A window of the shown branch: the newest messages, or those just before a given message. */
  messages: oc
    .route({ method: 'GET', path: '/chat/conversations/{id}/messages' })
    .input(byId.extend({ before: messageId.optional(), limit: z.coerce.number().int().min(1).max(500).default(100) }))
    .output(messageWindow),
  /**
   * Sends a snapshot with the branch's newest messages, then changes in batches. The stream stays open while nothing is
   * running.
   */
  follow: oc
    .route({ method: 'GET', path: '/chat/conversations/{id}/follow' })
    .input(byId)
    .output(eventIterator(z.array(chatEvent))),
  /** Adds the message, starts the run, and answers once the message is stored. CONFLICT while another run is active. */
  send: oc
    .route({ method: 'POST', path: '/chat/conversations/{id}/messages' })
    .input(sending)
    .output(z.object({ messageId })),
  /**
   * Adds to the message that is queued for the end of the turn. While nothing is running, sends the queued message with
   * the given parts, or the queued message alone if none are given.
   */
  sendNext: oc.route({ method: 'POST', path: '/chat/conversations/{id}/next' }).input(nextSending).output(conversation),
  /** Takes the queued message out of the conversation, to edit or drop it. */
  takeBackNext: oc
    .route({ method: 'DELETE', path: '/chat/conversations/{id}/next' })
    .input(byId)
    .output(z.object({ parts: z.array(waitingPart) })),
  /** Adds another turn of the assistant beside this one, as a branch. */
  regenerate: oc
    .route({ method: 'POST', path: '/chat/conversations/{id}/regenerate' })
    .input(byId.extend({ messageId }))
    .output(nothing),
  /** Shows the branch with this message, down to its newest message. CONFLICT while a run is active. */
  selectBranch: oc
    .route({ method: 'POST', path: '/chat/conversations/{id}/branch' })
    .input(byId.extend({ messageId }))
    .output(conversation),
  /** Answers when the run has stopped. */
  stop: oc.route({ method: 'POST', path: '/chat/conversations/{id}/stop' }).input(byId).output(conversation),
  /** Cancels one tool call; the run continues, and the model is told. */
  stopTool: oc
    .route({ method: 'POST', path: '/chat/conversations/{id}/stop-tool' })
    .input(byId.extend({ toolUseId: z.string().max(256) }))
    .output(nothing),
  /** Continues a turn that was interrupted, stopped, failed or reached a limit. */
  resume: oc.route({ method: 'POST', path: '/chat/conversations/{id}/resume' }).input(resumption).output(conversation),
  /**
   * A tool call by a server's page. It waits for a person whenever a call by the model would. UNKNOWN_TOOL if the tool
   * does not exist or is not meant for pages.
   */
  callForApp: oc
    .route({ method: 'POST', path: '/chat/conversations/{id}/app-calls' })
    .input(byId.extend(appCall.shape))
    .output(toolResult),
  attach: oc
    .route({ method: 'POST', path: '/chat/conversations/{id}/attachments' })
    .input(attachmentUpload)
    .output(attachment),
  /** Attachments include images in tool results. */
  attachment: oc
    .route({ method: 'GET', path: '/chat/attachments/{id}' })
    .input(z.object({ id: z.string().max(64) }))
    .output(attachment.extend({ data: z.string() })),
  /** The size of what goes with the next message. With `text`: including this draft. */
  estimate: oc
    .route({ method: 'POST', path: '/chat/conversations/{id}/estimate' })
    .input(byId.extend({ text: z.string().max(1_000_000).default('') }))
    .output(tokenEstimate),
}
