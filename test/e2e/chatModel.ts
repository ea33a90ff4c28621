/** A model over HTTP that sends what a scenario needs on the page, at the pace it needs. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

export interface Spoken {
  readonly thinking?: string
  readonly text?: string
  readonly uses?: readonly { readonly name: string; readonly input: unknown }[]
  /** The number of characters per piece. Absent: the whole text is one piece. */
  readonly piece?: number
  /** The pause between two pieces. */
  readonly pauseMs?: number
  /** The promise that the answer waits for after its beginning. */
  readonly after?: Promise<unknown>
}

export interface Asked {
  /** The user's last message. */
  readonly text: string
  /** The tool results since the user's last message, as text. */
  readonly results: readonly string[]
  /** The names of the tools that were offered. */
  readonly tools: readonly string[]
}

/** One request, as it arrived. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ChatModel {
  readonly url: string
  readonly received: readonly Received[]
  readonly asked: readonly Asked[]
  close(): Promise<void>
}

interface WireBlock {
  readonly type: string
  readonly [key: string]: unknown
}
type WireMessage = { readonly role: string; readonly content: string | readonly WireBlock[] }

const blocksOf = ({ content }: WireMessage): readonly WireBlock[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

interface WireRequest {
  readonly messages: readonly WireMessage[]
  readonly tools?: readonly { readonly name: string }[]
}

function askedIn({ messages, tools = [] }: WireRequest): Asked {
  const last = messages.at(-1)
  const results = (last === undefined ? [] : blocksOf(last)).filter((block) => block.type === 'tool_result')
  const said = messages.flatMap((message) =>
    message.role === 'user'
      ? blocksOf(message).flatMap((block) => (block.type === 'text' ? [String(block['text'])] : []))
      : [],
  )
  return {
    text: said.at(-1) ?? '',
    results: results.map((block) => JSON.stringify(block['content'])),
    tools: tools.map(({ name }) => name),
  }
}

function piecesOf(text: string, length = text.length): string[] {
  const size = Math.max(1, length)
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )
}

async function speak(response: ServerResponse, spoken: Spoken, number: number): Promise<void> {
  const send = (event: WireBlock) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  let index = -1
  const block = async (begun: WireBlock, deltas: readonly WireBlock[]) => {
    index += 1
    send({ type: 'content_block_start', index, content_block: begun })
    for (const delta of deltas) {
      send({ type: 'content_block_delta', index, delta })
      if (spoken.pauseMs !== undefined) await paused(spoken.pauseMs, response)
    }
    send({ type: 'content_block_stop', index })
  }
  send({ type: 'message_start', message: { usage: { input_tokens: 1000, output_tokens: 1 } } })
  await spoken.after
  if (spoken.thinking !== undefined)
    await block({ type: 'thinking', thinking: '', signature: '' }, [
      ...piecesOf(spoken.thinking, spoken.piece).map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature: 'signed' },
    ])
  if (spoken.text !== undefined)
    await block(
      { type: 'text', text: '' },
      piecesOf(spoken.text, spoken.piece).map((text) => ({ type: 'text_delta', text })),
    )
  for (const [place, { name, input }] of (spoken.uses ?? []).entries())
    await block({ type: 'tool_use', id: `use_${number}_${place}`, name, input: {} }, [
      { type: 'input_json_delta', partial_json: JSON.stringify(input) },
    ])
  const stopReason = spoken.uses === undefined ? 'end_turn' : 'tool_use'
  send({ type: 'message_delta', delta: { stop_reason: stopReason }, usage: { output_tokens: 200 } })
  send({ type: 'message_stop' })
  response.end()
}

/** Does not pause if the client has disconnected. */
async function paused(ms: number, response: ServerResponse): Promise<void> {
  if (!response.destroyed) await delay(ms)
}

export async function startChatModel(answer: (asked: Asked) => Spoken): Promise<ChatModel> {
  const asked: Asked[] = []
  const received: Received[] = []
  const server = createServer((request, response) => {
    const serve = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString('utf8')
      received.push({ path: request.url ?? '', headers: request.headers, body: text })
      const json = (value: unknown) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify(value))
      }
      if (request.url?.startsWith('/v1/models') === true)
        return json({ data: [{ id: 'claude-sonnet-5-5', display_name: 'Claude Sonnet 5.5' }], has_more: false })
      if (request.url === '/v1/messages/count_tokens') return json({ input_tokens: Math.ceil(text.length / 4) })
      const wanted = JSON.parse(text) as WireRequest
      if (wanted.messages.length === 0) {
        response.writeHead(400, { 'content-type': 'application/json' })
        return response.end('{"type":"error","error":{"type":"invalid_request_error","message":"model: required"}}')
      }
      const one = askedIn(wanted)
      asked.push(one)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      await speak(response, answer(one), asked.length)
    }
    serve().catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
