/**
 * A Messages API endpoint that a test scripts: a real HTTP server that streams, refuses, stalls and cuts off. It
 * enforces the real endpoint's rules, so that a request that would be refused there fails here.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface WireBlock {
  readonly type: string
  readonly [key: string]: unknown
}
export interface SentRequest {
  readonly model: string
  readonly system?: readonly WireBlock[]
  readonly tools?: readonly { readonly name: string; readonly [key: string]: unknown }[]
  readonly messages: readonly { readonly role: string; readonly content: readonly WireBlock[] }[]
  readonly [key: string]: unknown
}
export interface Seen {
  readonly at: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: SentRequest
}

export type Reply =
  | { readonly status: number; readonly error: string; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly blocks: readonly WireBlock[]
      readonly stopReason?: string
      readonly usage?: Readonly<Record<string, number>>
      /** The number of events after which the connection is lost. */
      readonly cutAfter?: number
      /** The number of events after which an error event replaces the rest. */
      readonly errorAfter?: number
      /** Whether one byte is sent at a time. */
      readonly slowly?: boolean
      /** The event that is held back until `open` has resolved. */
      readonly gate?: { readonly before: number; readonly open: () => Promise<unknown> }
    }

export interface MessagesApi {
  readonly url: string
  /** Every request for an answer, in order. */
  readonly seen: readonly Seen[]
  /** When each event of the newest answer was written, by `performance.now()`. */
  readonly wroteAt: readonly number[]
  readonly environment: Readonly<Record<string, string | undefined>>
}

export const testKey = 'sk-test-0123456789-abcdefghijklmnopqrstuvwxyz'

export const say = (text: string): WireBlock => ({ type: 'text', text })
export const think = (thinking: string, signature: string): WireBlock => ({ type: 'thinking', thinking, signature })
export const use = (id: string, name: string, input: unknown): WireBlock => ({ type: 'tool_use', id, name, input })

type Answer = (request: Seen, number: number) => Reply

/** For use inside a test. The endpoint closes when the test ends. */
export async function startMessagesApi(answer: Answer): Promise<MessagesApi> {
  const { close, ...api } = await openMessagesApi(answer)
  onTestFinished(close)
  return api
}

/** `answer` is called for each request, with the request's number from 0. The caller closes the endpoint. */
export async function openMessagesApi(answer: Answer): Promise<MessagesApi & { readonly close: () => void }> {
  const seen: Seen[] = []
  const wroteAt: number[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    if (request.url?.startsWith('/v1/models') === true) return sendJson(response, 200, models)
    if (request.url === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: text.length })
    const one: Seen = { at: performance.now(), headers: request.headers, text, body: JSON.parse(text) as SentRequest }
    const fault = faultOf(one.body)
    if (fault !== null)
      return sendJson(response, 400, { type: 'error', error: { type: 'invalid_request_error', message: fault } })
    seen.push(one)
    const reply = answer(one, seen.length - 1)
    if ('status' in reply) {
      for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value)
      return sendJson(response, reply.status, { type: 'error', error: { type: 'api_error', message: reply.error } })
    }
    wroteAt.length = 0
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const [number, event] of eventsOf(reply).entries()) {
      if (reply.gate?.before === number) await reply.gate.open()
      if (reply.cutAfter === number) return response.destroy()
      if (reply.errorAfter === number) {
        const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
        return response.end(`event: error\ndata: ${JSON.stringify(error)}\n\n`)
      }
      const line = `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
      if (reply.slowly === true) for (const byte of Buffer.from(line)) await written(response, Buffer.from([byte]))
      else await written(response, line)
      wroteAt.push(performance.now())
    }
    return response.end()
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const environment = { PATH: process.env['PATH'], ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: url }
  return { url, seen, wroteAt, environment, close }
}

/** A script of answers. The last one is repeated. */
export function inOrder(...replies: readonly Reply[]): (request: Seen, number: number) => Reply {
  return (_request, number) => {
    const reply = replies[Math.min(number, replies.length - 1)]
    if (reply === undefined) throw new Error('no reply is scripted')
    return reply
  }
}

/** Returns the rule that a request breaks, in the endpoint's words. Null if the request is valid. */
function faultOf({ messages, tools = [], ...rest }: SentRequest): string | null {
  if (Object.keys(rest).some((key) => ['temperature', 'top_p', 'top_k'].includes(key))) return 'sampling: not permitted'
  if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role'
  const isPaused = messages.at(-1)?.content.some(({ type }) => type === 'server_tool_use') === true
  if (messages.at(-1)?.role !== 'user' && !isPaused) return 'This model does not support assistant message prefill.'
  const names = new Set(tools.map(({ name }) => name))
  if (names.size !== tools.length) return 'tools: Tool names must be unique.'
  const odd = tools.find(({ name }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))
  if (odd !== undefined) return `tools: ${odd.name}: String should match pattern`
  for (const { name, input_schema: schema } of tools) {
    const fields = schema as Readonly<Record<string, unknown>>
    if (fields['type'] !== 'object') return `tools.${name}.input_schema.type: Field required`
    if (['anyOf', 'oneOf', 'allOf'].some((key) => key in fields))
      return `tools.${name}: input_schema does not support oneOf, allOf, or anyOf at the top level`
  }
  let marks = 0
  for (const [at, { role, content }] of messages.entries()) {
    if (at > 0 && messages[at - 1]?.role === role) return `messages.${at}: roles must alternate`
    if (content.length === 0) return `messages.${at}: content must not be empty`
    for (const block of content) {
      if ('cache_control' in block) marks += 1
      if (block.type === 'text' && String(block['text']).trim() === '')
        return `messages.${at}: text content blocks must contain non-whitespace text`
      if (block.type === 'thinking' && block['signature'] === '')
        return `messages.${at}: Invalid signature in thinking block`
    }
    const found = content.flatMap((block) => (Array.isArray(block['content']) ? (block['content'] as WireBlock[]) : []))
    const gone = found.find(({ type, tool_name: name }) => type === 'tool_reference' && !names.has(String(name)))
    if (gone !== undefined)
      return `messages.${at}: Tool reference '${String(gone['tool_name'])}' not found in available tools`
    const used = content.filter(({ type }) => type === 'tool_use').map(({ id }) => id)
    const next = messages[at + 1]?.content.filter(({ type }) => type === 'tool_result').map((one) => one['tool_use_id'])
    if (used.some((id) => next?.includes(id) !== true))
      return `messages.${at}: tool_use ids were found without tool_result blocks immediately after`
    const previous = messages[at - 1]?.content.filter(({ type }) => type === 'tool_use').map(({ id }) => id) ?? []
    const results = content.filter(({ type }) => type === 'tool_result').map((one) => one['tool_use_id'])
    if (results.some((id) => !previous.includes(id))) return `messages.${at}: unexpected tool_use_id in tool_result`
  }
  return marks > 4 ? 'A maximum of 4 blocks with cache_control may be provided.' : null
}

type WireEvent = Readonly<Record<string, unknown>> & { readonly type: string }

function eventsOf({ blocks, stopReason, usage = {} }: Extract<Reply, { blocks: unknown }>): WireEvent[] {
  const used = blocks.some(({ type }) => type === 'tool_use')
  return [
    { type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1, ...usage } } },
    ...blocks.flatMap((block, index) => blockEvents(block, index)),
    {
      type: 'message_delta',
      delta: { stop_reason: stopReason ?? (used ? 'tool_use' : 'end_turn') },
      usage: { output_tokens: 20 },
    },
    { type: 'message_stop' },
  ]
}

function blockEvents(block: WireBlock, index: number): WireEvent[] {
  const delta = (fields: Readonly<Record<string, unknown>>) => ({ type: 'content_block_delta', index, delta: fields })
  const [begun, deltas] = ((): [WireBlock, WireEvent[]] => {
    switch (block.type) {
      case 'text':
        return [
          { type: 'text', text: '' },
          halves(String(block['text'])).map((text) => delta({ type: 'text_delta', text })),
        ]
      case 'thinking':
        return [
          { type: 'thinking', thinking: '', signature: '' },
          [
            delta({ type: 'thinking_delta', thinking: block['thinking'] }),
            delta({ type: 'signature_delta', signature: block['signature'] }),
          ],
        ]
      case 'tool_use':
        return [
          { ...block, input: {} },
          halves(JSON.stringify(block['input'])).map((text) => delta({ type: 'input_json_delta', partial_json: text })),
        ]
      default:
        return [block, []]
    }
  })()
  return [
    { type: 'content_block_start', index, content_block: begun },
    ...deltas,
    { type: 'content_block_stop', index },
  ]
}

function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2)
  return [text.slice(0, middle), text.slice(middle)]
}

function written(response: ServerResponse, data: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(data, (error) => (error === null || error === undefined ? resolve() : reject(error)))
  })
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

const models = {
  data: [
    { id: 'claude-sonnet-5-5', display_name: 'Claude Sonnet 5.5', max_input_tokens: 1_000_000, max_tokens: 128_000 },
    { id: 'claude-nobody', display_name: 'Nobody', max_input_tokens: 1000, max_tokens: 100, lifecycle: 'active' },
  ],
  has_more: false,
}
