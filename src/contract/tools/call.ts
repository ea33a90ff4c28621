/**
 * A recorded tool call: which tool, for whom, with which arguments, and how it ended. Secrets are removed before it is
 * stored.
 */
import { z } from 'zod'
import { callId, callPart } from '#contract/tools/callText'
import { slug } from '#contract/servers/server'

/** `failed` includes results that report an error (`isError`), and calls whose engine ended before the answer. */
export const callStatus = z.enum(['running', 'succeeded', 'failed', 'cancelled'])
export type CallStatus = z.infer<typeof callStatus>

/**
 * Where a call comes from: a turn of the built-in chat, a client at the gateway, or a person at the page or the
 * command.
 */
export const runKind = z.enum(['chat', 'client', 'person'])
export type RunKind = z.infer<typeof runKind>

export const callSummary = z.object({
  id: callId,
  /** The name that the caller used. */
  tool: z.string(),
  /** The tool's own name, as sent to the server; null if the tool did not exist. */
  originalTool: z.string().nullable(),
  /** The server that the call was for; `native` for the engine itself. */
  server: z.string().nullable(),
  projectId: z.string().nullable(),
  run: z.object({
    id: z.string(),
    kind: runKind,
    /** The owner's name for the client, or else the client's own name. */
    client: z.string().nullable(),
    clientVersion: z.string().nullable(),
  }),
  status: callStatus,
  /** The tool itself reported an error. */
  isError: z.boolean(),
  /** The beginning of what the tool said about its error; null if it said nothing. */
  toolError: z.string().nullable(),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  startedAt: z.number(),
  /** Null while the call is running. */
  durationMs: z.number().nullable(),
  /** Sizes of the full JSON texts, in bytes. */
  argumentsBytes: z.number(),
  resultBytes: z.number(),
  /** How many calls before this one could not be recorded, because too many came at the same time. */
  droppedBefore: z.number(),
  /** A person changed the arguments before they were sent. The record contains the arguments that were sent. */
  edited: z.boolean(),
  /** The beginning of the arguments, as JSON text. */
  excerpt: z.string(),
})
export type CallSummary = z.infer<typeof callSummary>

export const callRecord = callSummary.extend({
  /** JSON texts; long ones are cut. */
  arguments: z.string(),
  result: z.string().nullable(),
  /** The parts that are cut here but stored whole, and can be read in pages. */
  wholeKept: z.array(callPart),
})
export type CallRecord = z.infer<typeof callRecord>

export const callFilter = z.object({
  server: slug.optional(),
  tool: z.string().max(256).optional(),
  status: callStatus.optional(),
  run: z.string().max(64).optional(),
  projectId: z.string().max(256).optional(),
  /** The client's name, as shown in the records. */
  client: z.string().max(256).optional(),
  /** Text to find in names, arguments, result or error, ignoring case. */
  text: z.string().min(1).max(256).optional(),
})
export type CallFilter = z.infer<typeof callFilter>

/** `slowest`: leaves out calls that are still running. */
export const callOrder = z.enum(['newest', 'oldest', 'slowest'])
export type CallOrder = z.infer<typeof callOrder>

export const callQuery = callFilter.extend({
  /** By default the newest calls come first. */
  order: callOrder.optional(),
  /** The `next` of the previous page in the same order. */
  cursor: callId.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
export type CallQuery = z.infer<typeof callQuery>

/** Calls in the order of the query. */
export const callPage = z.object({ calls: z.array(callSummary), next: callId.nullable() })
export type CallPage = z.infer<typeof callPage>
