/**
 * A question that the engine asks a person while a call is waiting for the answer: whether a tool may run, or what a
 * server wants to know.
 */
import { z } from 'zod'
import { runKind } from '#contract/tools/call'
import { argumentPattern, decisionScope } from '#contract/decision'
import { givenFields } from '#contract/inputBounds'
import { slug } from '#contract/servers/server'

/** `changed`: an earlier definition of this tool was allowed. */
export const approvalReason = z.enum(['notReadOnly', 'all', 'changed'])
export type ApprovalReason = z.infer<typeof approvalReason>

/** The definition as it was allowed, and the current one: JSON texts with one value per line, for comparison. */
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
    /** Whether the owner trusts the server. Annotations of an untrusted server are only claims. */
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
 * A server asks the person to open a URL. Switchboard opens it only after the person has agreed to exactly this URL.
 */
const linkBody = z.object({ kind: z.literal('link'), server: slug, message: z.string(), url: z.string() })

/** A server asks for a model's answer, at the person's expense. */
const samplingBody = z.object({ kind: z.literal('sampling'), server: slug, request: z.unknown() })

export const questionBody = z.discriminatedUnion('kind', [approvalBody, formBody, linkBody, samplingBody])
export type QuestionBody = z.infer<typeof questionBody>

/** True: a server asks during a call. False: Switchboard asks before a call. */
const askedByServers = { approval: false, form: true, link: true, sampling: true } as const satisfies Readonly<
  Record<QuestionBody['kind'], boolean>
>

export function isAskedByServer({ kind }: QuestionBody): boolean {
  return askedByServers[kind]
}

export const question = z.object({
  id: z.string(),
  askedAt: z.number(),
  /** Null: the question stays open for as long as its asker is waiting. */
  expiresAt: z.number().nullable(),
  /** The chat conversation that is waiting for the answer. */
  conversationId: z.string().nullable(),
  /** The project of the server that the question concerns. */
  projectId: z.string().nullable(),
  caller: z.object({ kind: runKind, name: z.string().nullable() }),
  body: questionBody,
})
export type Question = z.infer<typeof question>

/** How long an answer applies: to this one call, or as a stored decision. */
export const remember = z.enum(['once', ...decisionScope.options])

/**
 * For an approval: `allow` or `deny`. For a form: `submit` with its content. For a link or a sampling request: `submit`
 * once the person agreed. `decline`: the person refused. `cancel`: the person left without an answer.
 */
export const answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('allow'),
    remember: remember.default('once'),
    /** Which calls the decision covers; null: all calls to this tool. */
    pattern: argumentPattern.nullable().default(null),
    /** Replaces the caller's arguments for this one call. A stored decision does not include them. */
    arguments: givenFields.optional(),
  }),
  z.object({
    kind: z.literal('deny'),
    remember: remember.default('once'),
    pattern: argumentPattern.nullable().default(null),
    /** The reason, which the caller is told. */
    reason: z.string().trim().max(1000).optional(),
  }),
  z.object({ kind: z.literal('submit'), content: givenFields.nullable().default(null) }),
  z.object({ kind: z.literal('decline') }),
  z.object({ kind: z.literal('cancel') }),
])
export type Answer = z.infer<typeof answer>
export type AnswerInput = z.input<typeof answer>

/** What a reader of questions gets: first all open questions, then every change. */
export const questionNews = z.discriminatedUnion('type', [
  z.object({ type: z.literal('open'), questions: z.array(question) }),
  z.object({ type: z.literal('asked'), question }),
  /** A reader answered the question, or its asker stopped waiting. */
  z.object({ type: z.literal('settled'), id: z.string() }),
])
export type QuestionNews = z.infer<typeof questionNews>
