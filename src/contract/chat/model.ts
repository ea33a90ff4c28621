/** Where the model comes from. Keys and values of headers go to the vault and never come back. */
import { z } from 'zod'
import { givenName, inputBounds } from '#contract/inputBounds'

/** `practice` is scripted, works offline, and is no model: it is there to try everything without an account. */
export const modelSourceKind = z.enum(['anthropic', 'custom', 'practice'])
export type ModelSourceKind = z.infer<typeof modelSourceKind>

export const modelSourceSnapshot = z.object({
  kind: modelSourceKind,
  /** Nobody chose it: it follows from what is there (a key in the environment, or nothing). */
  automatic: z.boolean(),
  /** Null for the practice model. */
  baseUrl: z.string().nullable(),
  headerNames: z.array(z.string()),
  /** Where the key is; null when there is none. */
  keyFrom: z.enum(['vault', 'environment']).nullable(),
  /** Why it cannot be used; null when it can, as far as is known without asking. */
  problem: z.string().nullable(),
})
export type ModelSourceSnapshot = z.infer<typeof modelSourceSnapshot>

const key = z.string().trim().min(1).max(10_000)

/** A key or headers that are not named stay as they are, as long as the address does; null takes them away. */
export const modelSourceInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('anthropic'), key: key.nullable().optional() }),
  z.object({
    kind: z.literal('custom'),
    /** Of anything that speaks the Messages API, for example http://localhost:11434. */
    baseUrl: z.string().trim().min(1).max(2000),
    key: key.nullable().optional(),
    headers: z.record(givenName, z.string().max(inputBounds.header)).nullable().optional(),
    /** Consent to an address that is neither encrypted nor on this machine or in a private network. */
    allowPlain: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('practice') }),
])
export type ModelSourceInput = z.infer<typeof modelSourceInput>

const modelRates = z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() })
export type ModelRates = z.infer<typeof modelRates>

/** US dollars for a million tokens. */
export const modelPrice = modelRates.extend({
  /** What all of a request costs whose prompt has more tokens than this; absent where its length makes no difference. */
  long: modelRates.extend({ above: z.number() }).optional(),
  /** When the price was looked up, `YYYY-MM-DD`: prices change. */
  asOf: z.string(),
})
export type ModelPrice = z.infer<typeof modelPrice>

export const modelSnapshot = z.object({
  id: z.string(),
  name: z.string(),
  /** Tokens; null where the endpoint does not say. */
  window: z.number().nullable(),
  maxOutput: z.number().nullable(),
  lifecycle: z.enum(['active', 'deprecated', 'retired']).nullable(),
  price: modelPrice.nullable(),
})
export type ModelSnapshot = z.infer<typeof modelSnapshot>

export const modelList = z.object({
  source: modelSourceSnapshot,
  models: z.array(modelSnapshot),
  /** The one that conversations have that name none; null where there is none. */
  defaultModel: z.string().nullable(),
  /** Why the list could not be read; null when it could. */
  problem: z.string().nullable(),
})
export type ModelList = z.infer<typeof modelList>
