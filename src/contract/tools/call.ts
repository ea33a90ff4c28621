/** A recorded tool call: which tool, for whom, with what, and how it ended. Secrets were taken out before it was kept. */
import { z } from 'zod'
import { callId, callPart } from '#contract/tools/callText'
import { slug } from '#contract/servers/server'

/** `failed` includes results that say so themselves (`isError`) and calls whose engine ended before the answer. */
export const callStatus = z.enum(['running', 'succeeded', 'failed', 'cancelled'])
export type CallStatus = z.infer<typeof callStatus>

/** Where calls come from: a turn of the built-in chat, a client at the gateway, or the page and the command. */
export const runKind = z.enum(['chat', 'client', 'person'])
export type RunKind = z.infer<typeof runKind>

export const callSummary = z.object({
  id: callId,
  /** The name by which the caller called it. */
  tool: z.string(),
  /** The tool's own name, which went upstream; null when there was no such tool. */
  originalTool: z.string().nullable(),
  /** The server that had it, or should have had it; `native` for the engine itself. */
  server: z.string().nullable(),
  projectId: z.string().nullable(),
  run: z.object({
    id: z.string(),
    kind: runKind,
    /** The name that its owner gave the client, or else what it calls itself. */
    client: z.string().nullable(),
    clientVersion: z.string().nullable(),
  }),
  status: callStatus,
  /** The tool itself answered that it failed. */
  isError: z.boolean(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  startedAt: z.number(),
  /** Null while it runs. */
  durationMs: z.number().nullable(),
  /** Sizes of the JSON texts in bytes, whole. */
  argumentsBytes: z.number(),
  resultBytes: z.number(),
  /** So many calls before this one could not be recorded: there were too many at once. */
  droppedBefore: z.number(),
  /** A person changed the arguments before they were sent; the record has those that were sent. */
  edited: z.boolean(),
  /** The beginning of the arguments, as JSON text. */
  excerpt: z.string(),
})
export type CallSummary = z.infer<typeof callSummary>

export const callRecord = callSummary.extend({
  /** JSON texts, cut where they are long. */
  arguments: z.string(),
  result: z.string().nullable(),
  /** The parts that were cut and of which the whole was kept: read it in pages. */
  wholeKept: z.array(callPart),
})
export type CallRecord = z.infer<typeof callRecord>

export const callFilter = z.object({
  server: slug.optional(),
  tool: z.string().max(256).optional(),
  status: callStatus.optional(),
  run: z.string().max(64).optional(),
  projectId: z.string().max(256).optional(),
  /** The client's name, as the records show it. */
  client: z.string().max(256).optional(),
  /** Found in names, arguments, result or error, upper or lower case. */
  text: z.string().min(1).max(256).optional(),
})
export type CallFilter = z.infer<typeof callFilter>

export const callQuery = callFilter.extend({
  /** The `next` of the page before. */
  cursor: callId.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type CallQuery = z.infer<typeof callQuery>

/** Newest first. */
export const callPage = z.object({ calls: z.array(callSummary), next: callId.nullable() })
export type CallPage = z.infer<typeof callPage>
