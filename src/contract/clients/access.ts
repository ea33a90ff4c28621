/** Who may use the endpoint: outside clients that have tokens of their own, what each may see, and how much of it. */
import { z } from 'zod'
import { clientNames } from '#contract/clients/clientNames'
import { approval } from '#contract/decision'
import { givenId } from '#contract/inputBounds'
import { toolChoice } from '#contract/tools/toolChoice'

/** Which program it is, where that makes a difference; `other` where it makes none. */
export const clientKind = z.enum([...clientNames, 'other'])
export type ClientKind = z.infer<typeof clientKind>

const clientSettings = z.object({
  name: z.string().trim().min(1, 'a name is needed').max(100),
  kind: clientKind,
  /** The one project it stays within; null: all of them. */
  projectId: givenId.nullable(),
  choice: toolChoice,
  approval,
  /** Null: no limit. */
  callsPerMinute: z.number().int().min(1).max(1_000_000).nullable(),
  /** Calls at once; more wait. Null: no limit of its own. */
  concurrency: z.number().int().min(1).max(10_000).nullable(),
  /** The longest name of a tool: shorter for programs that put a prefix of their own before it. */
  maxNameLength: z.number().int().min(24).max(64),
  /** It is given three tools to find, describe and call all others, in place of all of them. */
  search: z.boolean(),
})
export type ClientSettings = z.infer<typeof clientSettings>

/** All but the name have defaults: the kind by the name, the rest by the kind. */
export const newAccessClient = clientSettings.partial().extend({ name: clientSettings.shape.name })
export type NewAccessClient = z.infer<typeof newAccessClient>

/** Changes what it names. */
export const accessClientChange = clientSettings.partial().extend({ id: givenId })
export type AccessClientChange = z.infer<typeof accessClientChange>

/** A token as it is shown after it was made: its value is not kept. */
export const accessToken = z.object({
  id: z.string(),
  createdAt: z.number(),
  /** To a few minutes; null when it was never used. */
  lastUsedAt: z.number().nullable(),
})
export type AccessToken = z.infer<typeof accessToken>

/** What a list of tools takes of a model's context: an estimate, at four characters a token. */
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
  /** Of the tools that it would see without `search`. */
  cost: toolCost,
  /** How many tools this program is known to take; null: no limit is known. */
  toolLimit: z.number().nullable(),
  /** What its owner should know: more tools than it takes. Null: nothing. */
  warning: z.string().nullable(),
})
export type AccessClient = z.infer<typeof accessClient>

export const pricedTool = z.object({ name: z.string(), server: z.string(), estimatedTokens: z.number() })
export type PricedTool = z.infer<typeof pricedTool>

/** The one time that the value of a token is told. */
export const madeToken = z.object({ id: z.string(), clientId: z.string(), token: z.string() })
export type MadeToken = z.infer<typeof madeToken>
