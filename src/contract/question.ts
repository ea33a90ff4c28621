/** What the engine asks a person while something waits for the answer: may this tool run, what a server wants to know. */
import { z } from 'zod'
import { runKind } from '#contract/tools/call'
import { argumentPattern, decisionScope } from '#contract/decision'
import { givenFields } from '#contract/inputBounds'
import { slug } from '#contract/servers/server'

/** `changed`: what was allowed before was another definition of this tool. */
export const approvalReason = z.enum(['notReadOnly', 'all', 'changed'])
export type ApprovalReason = z.infer<typeof approvalReason>

/** A definition when it was allowed, and as it is now: JSON texts with one value a line, for a comparison. */
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
    /** Whether its owner trusts the server: its annotations are only claims otherwise. */
    trusted: z.boolean(),
  }),
  arguments: z.record(z.string(), z.unknown()),
  reason: approvalReason,
  change: definitionChange.nullable(),
})
export type ApprovalBody = z.infer<typeof approvalBody>

/** A server wants to know something of the person before it goes on. */
const formBody = z.object({
  kind: z.literal('form'),
  server: slug,
  message: z.string(),
  requestedSchema: z.unknown(),
})

/** A server wants the person to open an address. Never opened before they agreed to exactly this one. */
const linkBody = z.object({ kind: z.literal('link'), server: slug, message: z.string(), url: z.string() })

/** A server wants a model to answer something on the person's account. */
const samplingBody = z.object({ kind: z.literal('sampling'), server: slug, request: z.unknown() })

export const questionBody = z.discriminatedUnion('kind', [approvalBody, formBody, linkBody, samplingBody])
export type QuestionBody = z.infer<typeof questionBody>

export const question = z.object({
  id: z.string(),
  askedAt: z.number(),
  /** Null: it waits for as long as whoever asked does. */
  expiresAt: z.number().nullable(),
  /** The conversation of the chat that waits for the answer. */
  conversationId: z.string().nullable(),
  /** Of the server that it is about. */
  projectId: z.string().nullable(),
  caller: z.object({ kind: runKind, name: z.string().nullable() }),
  body: questionBody,
})
export type Question = z.infer<typeof question>

/** For how long an answer holds: for this one call, or as a decision that is remembered. */
export const remember = z.enum(['once', ...decisionScope.options])

/**
 * To an approval: `allow` or `deny`. To a form: `submit` with what was filled in. To a link or a sampling request:
 * `submit`, once the person agreed. `decline`: no. `cancel`: the person turned away without an answer.
 */
export const answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('allow'),
    remember: remember.default('once'),
    /** Which calls the decision is about; null: all calls of this tool. */
    pattern: argumentPattern.nullable().default(null),
    /** In place of what the caller gave. They are sent once; what is remembered is not about them. */
    arguments: givenFields.optional(),
  }),
  z.object({
    kind: z.literal('deny'),
    remember: remember.default('once'),
    pattern: argumentPattern.nullable().default(null),
    /** Told to the caller. */
    reason: z.string().trim().max(1000).optional(),
  }),
  z.object({ kind: z.literal('submit'), content: givenFields.nullable().default(null) }),
  z.object({ kind: z.literal('decline') }),
  z.object({ kind: z.literal('cancel') }),
])
export type Answer = z.infer<typeof answer>
export type AnswerInput = z.input<typeof answer>

/** What those hear who attend: everything that is open, then every change. */
export const questionNews = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), questions: z.array(question) }),
  z.object({ type: z.literal('asked'), question }),
  /** Answered by whomever, or moot. */
  z.object({ type: z.literal('settled'), id: z.string() }),
])
export type QuestionNews = z.infer<typeof questionNews>
