/**
 * How the conformance server asks its client: during the call in the legacy era, and with "input required" in the
 * modern era. This file also contains the tools for the suite's scenarios about such questions.
 */
import { createHmac } from 'node:crypto'
import { modernVersion, text, tool, type Call, type ToolEntry } from '#test/servers/support'
import { RpcError, type JsonObject } from '#test/servers/wire'

export interface Question {
  readonly method: string
  readonly params: JsonObject
}
type Questions = Readonly<Record<string, Question>>

export function elicitation(message: string, properties: JsonObject, required: readonly string[] = []): Question {
  const requestedSchema = { type: 'object', properties, required }
  return { method: 'elicitation/create', params: { message, requestedSchema } }
}

export function sampling(prompt: string, maxTokens = 100): Question {
  const message = { role: 'user', content: { type: 'text', text: prompt } }
  return { method: 'sampling/createMessage', params: { messages: [message], maxTokens } }
}

export const roots: Question = { method: 'roots/list', params: {} }

/** Thrown if a tool cannot continue before the client has answered. */
class InputRequired extends Error {
  readonly result: JsonObject

  constructor(inputRequests: Questions, requestState?: string) {
    super('input required')
    this.result = { resultType: 'input_required', inputRequests, ...(requestState !== undefined && { requestState }) }
  }
}

export function metaOf(call: Call): JsonObject {
  return (call.params['_meta'] ?? {}) as JsonObject
}

export function isModern(call: Call): boolean {
  return metaOf(call)['io.modelcontextprotocol/protocolVersion'] === modernVersion
}

export function capabilitiesOf(call: Call): JsonObject {
  return (metaOf(call)['io.modelcontextprotocol/clientCapabilities'] ?? {}) as JsonObject
}

/** Resolves with the answer to one question, in either era. */
export async function ask(call: Call, question: Question): Promise<JsonObject> {
  return (await answers(call, { answer: question }))['answer'] ?? {}
}

/** Behaves like a tool that was written for one era. In the other era, it fails before it has asked. */
export async function askInOneWay(era: 'legacy' | 'modern', call: Call, question: Question): Promise<JsonObject> {
  if (isModern(call) === (era === 'modern')) return text(JSON.stringify(await ask(call, question)))
  const failure = `Method '${question.method}' is not supported by the negotiated protocol version`
  return { ...text(failure), isError: true }
}

/**
 * Resolves with all answers. In the legacy era, it asks immediately. In the modern era, it throws a request for all
 * answers while one is missing or invalid.
 */
async function answers(call: Call, questions: Questions, state?: string): Promise<Record<string, JsonObject>> {
  if (!isModern(call)) return await askedNow(call, questions)
  const given = (call.params['inputResponses'] ?? {}) as Record<string, unknown>
  const found = Object.keys(questions).filter((key) => typeof given[key] === 'object' && given[key] !== null)
  if (found.length < Object.keys(questions).length) throw new InputRequired(questions, state)
  return Object.fromEntries(found.map((key) => [key, given[key] as JsonObject]))
}

async function askedNow({ server }: Pick<Call, 'server'>, questions: Questions): Promise<Record<string, JsonObject>> {
  const asked = Object.entries(questions).map(async ([key, { method, params }]) => [
    key,
    await server.ask(method, params),
  ])
  return Object.fromEntries(await Promise.all(asked)) as Record<string, JsonObject>
}

/** Turns the questions that a modern tool throws into its result. */
export function inRounds(entry: ToolEntry): ToolEntry {
  return {
    ...entry,
    call: async (input, call) => {
      try {
        return await entry.call(input, call)
      } catch (thrown) {
        if (thrown instanceof InputRequired) return thrown.result
        throw thrown
      }
    },
  }
}

/** Signs the state, because state that comes back from a client cannot be trusted otherwise. */
function signed(state: string): string {
  return `${state}.${createHmac('sha256', 'key of the conformance server').update(state).digest('hex')}`
}

function stateOf(call: Call): string | undefined {
  const given = call.params['requestState']
  if (typeof given !== 'string') return undefined
  const state = given.slice(0, given.lastIndexOf('.'))
  if (signed(state) !== given) throw new RpcError(-32602, 'The request state was changed.')
  return state
}

const string = { type: 'string' }
const name = elicitation('What is your name?', { name: string }, ['name'])
const confirm = elicitation('Please confirm', { ok: { type: 'boolean' } }, ['ok'])

async function askAll(call: Call, questions: Questions): Promise<JsonObject> {
  return text(JSON.stringify(await answers(call, questions)))
}

async function confirmWithState(call: Call): Promise<JsonObject> {
  const state = stateOf(call)
  await answers(call, { confirm }, signed('first'))
  return text(state === 'first' || !isModern(call) ? 'state-ok' : 'the state is missing')
}

async function twoRounds(call: Call): Promise<JsonObject> {
  const state = stateOf(call)
  if (state !== 'first' && state !== 'second') {
    await answers(call, { step1: elicitation('Step 1: What is your name?', { name: string }) }, signed('first'))
  }
  await answers(
    call,
    { step2: elicitation('Step 2: What is your favourite colour?', { color: string }) },
    signed('second'),
  )
  return text('Both steps are done.')
}

/**
 * Asks only what the client declares. In the legacy era, a proxy for several clients declares what any of them can do,
 * and refuses the questions that the current one cannot answer.
 */
async function onlyWhatIsDeclared(call: Call): Promise<JsonObject> {
  const all: Record<string, Question> = { sampling: sampling('Say hello.'), elicitation: name, roots }
  if (!isModern(call)) {
    const asked = Object.entries(all).map(([key, question]) => askedNow(call, { [key]: question }))
    return text(JSON.stringify(await Promise.allSettled(asked)))
  }
  const declared = capabilitiesOf(call)
  return await askAll(call, Object.fromEntries(Object.entries(all).filter(([capability]) => capability in declared)))
}

async function three(call: Call): Promise<JsonObject> {
  const questions = { user_name: name, greeting: sampling('Generate a greeting', 50), client_roots: roots }
  const state = stateOf(call)
  const given = await answers(call, questions, signed('asked'))
  return text(`${state ?? ''} ${JSON.stringify(given)}`)
}

const prefix = 'test_input_required_result'

export const roundTools: readonly ToolEntry[] = [
  tool(`${prefix}_elicitation`, 'Asks the person.', {}, (_, call) => askAll(call, { user_name: name })),
  tool(`${prefix}_sampling`, 'Asks the model.', {}, (_, call) =>
    askAll(call, { capital_question: sampling('What is the capital of France?') }),
  ),
  tool(`${prefix}_list_roots`, 'Asks for the roots.', {}, (_, call) => askAll(call, { client_roots: roots })),
  tool(`${prefix}_request_state`, 'Keeps its state with the client.', {}, (_, call) => confirmWithState(call)),
  tool(`${prefix}_tampered_state`, 'Keeps its state with the client.', {}, (_, call) => confirmWithState(call)),
  tool(`${prefix}_multiple_inputs`, 'Asks three things at once.', {}, (_, call) => three(call)),
  tool(`${prefix}_multi_round`, 'Asks twice.', {}, (_, call) => twoRounds(call)),
  tool(`${prefix}_capabilities`, 'Asks what the client can answer.', {}, (_, call) => onlyWhatIsDeclared(call)),
]
