/** Who may use the endpoint: outside clients with tokens of their own, what each may see, and how much it may use. */
import { z } from 'zod'
import { clientNames } from '#contract/clients/clientNames'
import { approval } from '#contract/decision'
import { givenId } from '#contract/inputBounds'
import { toolChoice } from '#contract/tools/toolChoice'

/** The client's program if Switchboard knows it, otherwise `other`. */
export const clientKind = z.enum([...clientNames, 'other'])
export type ClientKind = z.infer<typeof clientKind>

const clientSettings = z.object({
  name: z.string().trim().min(1, 'a name is needed').max(100),
  kind: clientKind,
  /** The only project that the client may use; null: all projects. */
  projectId: givenId.nullable(),
  choice: toolChoice,
  approval,
  /** Null: no limit. */
  callsPerMinute: z.number().int().min(1).max(1_000_000).nullable(),
  /** The maximum number of simultaneous calls; further calls wait. Null: no limit for this client. */
  concurrency: z.number().int().min(1).max(10_000).nullable(),
  /** The maximum length of tool names. Programs that add a prefix of their own need shorter names. */
  maxNameLength: z.number().int().min(24).max(64),
  /** The client gets three tools for finding, describing and calling all others, instead of all tools. */
  search: z.boolean(),
})
export type ClientSettings = z.infer<typeof clientSettings>

/** All fields but the name have defaults: the name suggests the kind, and the kind the rest. */
export const newAccessClient = clientSettings.partial().extend({ name: clientSettings.shape.name })
export type NewAccessClient = z.infer<typeof newAccessClient>

/** Changes the given fields. */
export const accessClientChange = clientSettings.partial().extend({ id: givenId })
export type AccessClientChange = z.infer<typeof accessClientChange>

/** An access token without its value, which is not stored. */
export const accessToken = z.object({
  id: z.string(),
  createdAt: z.number(),
  /** Accurate to a few minutes; null if it was never used. */
  lastUsedAt: z.number().nullable(),
})
export type AccessToken = z.infer<typeof accessToken>

/** How much of a model's context a list of tools takes: an estimate, at four characters per token. */
export const toolCost = z.object({
  tools: z.number(),
  estimatedTokens: z.number(),
  servers: z.array(z.object({ server: z.string(), tools: z.number(), estimatedTokens: z.number() })),
})
export type ToolCost = z.infer<typeof toolCost>

export const accessClient = clientSettings.extend({
  id: z.string(),
  createdAt: z.number(),
  tokens: z.array(accessToken),
  /** The cost of the tools that the client would see without `search`. */
  cost: toolCost,
  /** How many tools this program is known to support; null: no known limit. */
  toolLimit: z.number().nullable(),
  /** Warns the client's owner that the client gets more tools than it supports. Null: no warning. */
  warning: z.string().nullable(),
})
export type AccessClient = z.infer<typeof accessClient>

export const pricedTool = z.object({ name: z.string(), server: z.string(), estimatedTokens: z.number() })
export type PricedTool = z.infer<typeof pricedTool>

/** A new token. This is the only time that its value is shown. */
export const madeToken = z.object({ id: z.string(), clientId: z.string(), token: z.string() })
export type MadeToken = z.infer<typeof madeToken>
