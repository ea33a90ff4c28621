/**
 * Answers a server's questions during a call that the chat or a person makes. The person answers, or the model does
 * with that person's consent.
 */
import { z } from 'zod'
import { AppError } from '#contract/errors'
import type { QuestionBody } from '#contract/question'
import { textIn } from '#engine/chat/requests/textIn'
import type { WireMessage } from '#engine/chat/models/modelClient'
import { invalidParams, methodNotFound } from '#contract/jsonRpc/errorCodes'
import type { Questions } from '#engine/questions/questions'
import type { Caller, ServerRequest } from '#engine/router/call'
import { once } from '#engine/structures/once'

export interface ServerQuestionsOptions {
  readonly questions: Pick<Questions, 'ask'>
  /** Answers a sampling request with text. */
  readonly complete: (request: SamplingRequest, signal: AbortSignal) => Promise<SamplingAnswer>
  /** Null if a person is trying a tool by hand. */
  readonly conversationId: string | null
  readonly projectId: string | null
  readonly callerKey: string
}

export interface SamplingRequest {
  readonly system: string
  readonly messages: readonly WireMessage[]
  readonly maxTokens: number
}

export interface SamplingAnswer {
  readonly text: string
  readonly model: string
  readonly stopReason: string
}

const elicitation = once(() =>
  z.looseObject({
    mode: z.string().optional(),
    message: z.string().default(''),
    requestedSchema: z.unknown().optional(),
    url: z.string().optional(),
  }),
)
const samplingContent = once(() => z.looseObject({ type: z.string() }))
const sampling = once(() =>
  z.looseObject({
    messages: z
      .array(
        z.looseObject({
          role: z.enum(['user', 'assistant']),
          content: z.union([samplingContent(), z.array(samplingContent())]),
        }),
      )
      .min(1),
    systemPrompt: z.string().default(''),
    maxTokens: z.number().int().min(1).default(1024),
  }),
)

const maxSampledTokens = 16_000
const refused = -1

/** The chat's capabilities, in MCP's own form. */
export const chatCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: {},
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
} as const

export function serverQuestions(
  options: ServerQuestionsOptions,
): (server: string | null) => NonNullable<Caller['ask']> {
  const { questions, complete, conversationId, projectId, callerKey } = options
  const put = (body: QuestionBody, signal: AbortSignal) =>
    questions.ask(
      {
        body,
        caller: { kind: conversationId === null ? 'person' : 'chat', name: null },
        callerKey,
        projectId,
        conversationId,
      },
      { signal, timeoutMs: null },
    )

  return (slug) => async (request, signal) => {
    const server = slug ?? 'unknown'
    switch (request.method) {
      case 'roots/list':
        return { roots: [] }
      case 'elicitation/create': {
        const params = read(elicitation(), request)
        const { message, url, requestedSchema } = params
        const body: QuestionBody =
          params.mode === 'url' && url !== undefined
            ? { kind: 'link', server, message, url }
            : { kind: 'form', server, message, requestedSchema }
        const answer = await put(body, signal)
        if (answer.kind === 'submit')
          return { action: 'accept', ...(answer.content === null ? {} : { content: answer.content }) }
        return { action: answer.kind === 'cancel' ? 'cancel' : 'decline' }
      }
      case 'sampling/createMessage': {
        const { messages, systemPrompt, maxTokens } = read(sampling(), request)
        const answer = await put({ kind: 'sampling', server, request: request.params }, signal)
        if (answer.kind !== 'submit') throw asServerError(refused, 'The person did not allow this request.')
        const wire = messages.map(({ role, content }) => ({
          role,
          content: (Array.isArray(content) ? content : [content]).map(wireContent),
        }))
        const said = await complete(
          { system: systemPrompt, messages: wire, maxTokens: Math.min(maxTokens, maxSampledTokens) },
          signal,
        )
        return {
          role: 'assistant',
          content: { type: 'text', text: said.text },
          model: said.model,
          stopReason: said.stopReason,
        }
      }
      default:
        throw asServerError(methodNotFound, `Switchboard does not answer ${request.method}.`)
    }
  }
}

function wireContent(content: z.infer<ReturnType<typeof samplingContent>>) {
  if (content.type === 'image')
    return { type: 'image', source: { type: 'base64', media_type: content['mimeType'], data: content['data'] } }
  return { type: 'text', text: content.type === 'text' ? textIn(content, 'text') : JSON.stringify(content) }
}

function read<Schema extends z.ZodType>(schema: Schema, { params }: ServerRequest): z.output<Schema> {
  const parsed = schema.safeParse(params ?? {})
  if (parsed.success) return parsed.data
  throw asServerError(invalidParams, `The request is invalid: ${z.prettifyError(parsed.error)}`)
}

function asServerError(code: number, message: string): AppError {
  return new AppError('SERVER_ERROR', message, { data: { code, message } })
}
