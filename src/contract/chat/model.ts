/** The model source. Keys and header values go to the vault, and no route returns them. */
import { z } from 'zod'
import { modelSourceKinds } from '#contract/chat/modelSources'
import { givenName, inputBounds } from '#contract/inputBounds'

export const modelSourceKind = z.enum(modelSourceKinds)

export const modelSourceSnapshot = z.object({
  kind: modelSourceKind,
  /**
   * Whether the engine chose the source by what is available (a key in the environment, or nothing), because the owner
   * has chosen none.
   */
  automatic: z.boolean(),
  /** Null for the practice model. */
  baseUrl: z.string().nullable(),
  headerNames: z.array(z.string()),
  /** The owner agreed to unencrypted requests to this address. */
  allowPlain: z.boolean(),
  /** Where the key is; null if there is none. */
  keyFrom: z.enum(['vault', 'environment']).nullable(),
  /** Why the source cannot be used; null if nothing is known to be wrong. */
  problem: z.string().nullable(),
})
export type ModelSourceSnapshot = z.infer<typeof modelSourceSnapshot>

const key = z.string().trim().min(1).max(10_000)

/** An omitted key or omitted headers stay, unless the address changes. Null removes them. */
export const modelSourceInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('anthropic'), key: key.nullable().optional() }),
  z.object({
    kind: z.literal('custom'),
    /** Any service with the Messages API, for example http://localhost:11434. */
    baseUrl: z.string().trim().min(1).max(2000),
    key: key.nullable().optional(),
    headers: z.record(givenName, z.string().max(inputBounds.header)).nullable().optional(),
    /** Consent to an unencrypted address outside this machine and private networks. */
    allowPlain: z.boolean().default(false),
  }),
  z.object({ kind: z.literal('practice') }),
])
export type ModelSourceInput = z.infer<typeof modelSourceInput>

export const defaultModelInput = z.object({ model: z.string().trim().min(1, 'enter a model').max(200).nullable() })

/** Without `source`, the source in use is tested. */
export const modelSourceTestInput = z.object({ source: modelSourceInput.optional() })

/**
 * `key`: the key is missing or refused. `address`: nothing there speaks the Messages API. `notApi`: a successful
 * response, but not in the format of the Messages API. `redirected`: a redirect to another address, which is not sent
 * the key. `notUsable`: no request was sent.
 */
export const modelTestFailure = z.enum([
  'key',
  'address',
  'notApi',
  'redirected',
  'busy',
  'refused',
  'timedOut',
  'notResolved',
  'notListening',
  'certificate',
  'unreachable',
  'notUsable',
])
export type ModelTestFailure = z.infer<typeof modelTestFailure>

export const modelSourceTest = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answered'),
    ms: z.number(),
    /** How many models the endpoint lists; null if it does not list them. */
    models: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('failed'),
    why: modelTestFailure,
    ms: z.number(),
    /** The status of the HTTP response; null if none came. */
    status: z.number().nullable(),
    /** The response's text, from the endpoint or from a proxy before it, without secrets; may be empty. */
    said: z.string(),
  }),
])
export type ModelSourceTest = z.infer<typeof modelSourceTest>
export type FailedModelTest = Extract<ModelSourceTest, { kind: 'failed' }>

const modelRates = z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() })
export type ModelRates = z.infer<typeof modelRates>

/** US dollars per million tokens. */
export const modelPrice = modelRates.extend({
  /** Rates for a whole request whose prompt has more tokens than `above`. Absent if length makes no difference. */
  long: modelRates.extend({ above: z.number() }).optional(),
  /** When the price was looked up, as `YYYY-MM-DD`. Prices change. */
  asOf: z.string(),
})
export type ModelPrice = z.infer<typeof modelPrice>

export const modelSnapshot = z.object({
  id: z.string(),
  name: z.string(),
  /** The size of the context window in tokens; null if the endpoint does not report it. */
  window: z.number().nullable(),
  maxOutput: z.number().nullable(),
  lifecycle: z.enum(['active', 'deprecated', 'retired']).nullable(),
  price: modelPrice.nullable(),
})
export type ModelSnapshot = z.infer<typeof modelSnapshot>

export const modelList = z.object({
  source: modelSourceSnapshot,
  models: z.array(modelSnapshot),
  /** The model for conversations that name none; null if no model is available. */
  defaultModel: z.string().nullable(),
  /** The default that the owner chose for this source; null: the engine chooses. */
  chosenDefault: z.string().nullable(),
  /** Why the list could not be read; null if it could. */
  problem: z.string().nullable(),
})
export type ModelList = z.infer<typeof modelList>
