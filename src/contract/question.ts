/**
 * A question of the engine to a person while something waits for the answer: whether a tool may run, or what a server
 * wants to know.
 */
import { z } from 'zod'
import { runKind } from '#contract/tools/call'
import { argumentPattern, decisionScope } from '#contract/decision'
import { givenFields } from '#contract/inputBounds'
import { slug } from '#contract/servers/server'

/** `changed`: another definition of this tool was allowed before. */
export const approvalReason = z.enum(['notReadOnly', 'all', 'changed'])
export type ApprovalReason = z.infer<typeof approvalReason>

/** The definition when it was allowed, and the current one: JSON texts with one value per line, for comparison. */
export const definitionChange = z.object({ before: z.string(), after: z.string() })

export const approvalBody = z.object({
  kind: z.literal('approval'),
  tool: z.object({
    publicName: z.string(),
    server: slug,
    name: z.string(),
    title: z.string().nullable(),
    description: z.string(),
    inputSchema: z.unknown(),
    annotations: z.unknown(),
    /** Whether the owner trusts the server: otherwise its annotations are only claims. */
    trusted: z.boolean(),
  }),
  arguments: z.record(z.string(), z.unknown()),
  reason: approvalReason,
  change: definitionChange.nullable(),
})
export type ApprovalBody = z.infer<typeof approvalBody>

/** A server needs information from the person before it continues. */
const formBody = z.object({
  kind: z.literal('form'),
  server: slug,
  message: z.string(),
  requestedSchema: z.unknown(),
})

/**
 * A server asks the person to open an address. It is never opened before the person has agreed to exactly this address.
 */
const linkBody = z.object({ kind: z.literal('link'), server: slug, message: z.string(), url: z.string() })

/** A server asks for a model's answer, at the person's expense. */
const samplingBody = z.object({ kind: z.literal('sampling'), server: slug, request: z.unknown() })

export const questionBody = z.discriminatedUnion('kind', [approvalBody, formBody, linkBody, samplingBody])
export type QuestionBody = z.infer<typeof questionBody>

/** Whether a server asks it during a call, or Switchboard before one. */
const askedByServers = { approval: false, form: true, link: true, sampling: true } as const satisfies Readonly<
  Record<QuestionBody['kind'], boolean>
>

export function isAskedByServer({ kind }: QuestionBody): boolean {
  return askedByServers[kind]
}

export const question = z.object({
  id: z.string(),
  askedAt: z.number(),
  /** Null: the question lasts as long as its asker waits. */
  expiresAt: z.number().nullable(),
  /** The chat conversation that waits for the answer. */
  conversationId: z.string().nullable(),
  /** The project of the server that it concerns. */
  projectId: z.string().nullable(),
  caller: z.object({ kind: runKind, name: z.string().nullable() }),
  body: questionBody,
})
export type Question = z.infer<typeof question>

/** How long an answer applies: to this one call, or as a stored decision. */
export const remember = z.enum(['once', ...decisionScope.options])

/**
 * For an approval: `allow` or `deny`. For a form: `submit` with its content. For a link or a sampling request:
 * `submit`, once the person agreed. `decline`: no. `cancel`: the person turned away without an answer.
 */
export const answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('allow'),
    remember: remember.default('once'),
    /** Which calls the decision covers; null: all calls of this tool. */
    pattern: argumentPattern.nullable().default(null),
    /** Replaces the caller's arguments. They are sent once; a stored decision does not include them. */
    arguments: givenFields.optional(),
  }),
  z.object({
    kind: z.literal('deny'),
    remember: remember.default('once'),
    pattern: argumentPattern.nullable().default(null),
    /** Sent to the caller. */
    reason: z.string().trim().max(1000).optional(),
  }),
  z.object({ kind: z.literal('submit'), content: givenFields.nullable().default(null) }),
  z.object({ kind: z.literal('decline') }),
  z.object({ kind: z.literal('cancel') }),
])
export type Answer = z.infer<typeof answer>
export type AnswerInput = z.input<typeof answer>

/** News for attending readers: everything that is open, then every change. */
export const questionNews = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), questions: z.array(question) }),
  z.object({ type: z.literal('asked'), question }),
  /** Answered, by any reader, or moot. */
  z.object({ type: z.literal('settled'), id: z.string() }),
])
export type QuestionNews = z.infer<typeof questionNews>
