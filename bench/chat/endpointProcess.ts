/**
 * A fake Messages API endpoint. The newest message scripts each response. It runs in a process of its own, so that its
 * work does not count as the engine's. The parent process asks it which requests it received.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { PrefixMeter } from '#bench/chat/prefixMeter'
import { type EndpointFigures, monotonicMs, type Round, tokenText, type WireRequest, type Wish } from '#bench/chat/wire'

const window = 100_000_000
const models = { data: [{ id: 'bench', max_input_tokens: window, max_tokens: 64_000 }], has_more: false }
const measuresPrefix = process.argv[2] === 'prefix'

let meter = new PrefixMeter()
let requests = 0
let lastRequestAt = 0
let rounds: Round[] = []
let stopsAt: number[] = []
let uses = 0

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrivedAt = monotonicMs()
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  if (request.url?.startsWith('/v1/models') === true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(models))
    return
  }
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as WireRequest
  requests += 1
  lastRequestAt = arrivedAt
  if (measuresPrefix) meter.take(body)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  await answer(response, preferenceOf(body, arrivedAt))
}

/** Returns the response that the newest message scripts. Tool results script a response of a single word. */
function preferenceOf({ messages }: WireRequest, arrivedAt: number): Wish {
  const content = messages.at(-1)?.content ?? []
  const results = content.filter(({ type }) => type === 'tool_result')
  if (results.length === 0) return JSON.parse(String(content.at(-1)?.['text'])) as Wish
  const texts = results.map((result) => String((result['content'] as { text?: string }[])[0]?.text))
  rounds.push({ stopsAt, resultsAt: arrivedAt, results: texts })
  return { say: 'Done.' }
}

async function answer(response: ServerResponse, { uses: wanted = [], say = '', stream }: Wish): Promise<void> {
  const write = (event: { readonly type: string; readonly [key: string]: unknown }): void =>
    void response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  write({ type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } })
  write({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
  const text = (value: string): void =>
    write({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: value } })
  text(say === '' ? 'Well.' : say)
  if (stream !== undefined) await streamed(text, stream)
  write({ type: 'content_block_stop', index: 0 })
  stopsAt = []
  for (const [place, [name, input]] of wanted.entries()) {
    const index = place + 1
    write({
      type: 'content_block_start',
      index,
      content_block: { type: 'tool_use', id: `use_${++uses}`, name, input: {} },
    })
    const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) }
    write({ type: 'content_block_delta', index, delta })
    // The block ends a moment later, as if the model were still writing.
    await setTimeout(1)
    stopsAt.push(monotonicMs())
    write({ type: 'content_block_stop', index })
  }
  const reason = wanted.length > 0 ? 'tool_use' : 'end_turn'
  write({ type: 'message_delta', delta: { stop_reason: reason }, usage: { output_tokens: 20 } })
  write({ type: 'message_stop' })
  response.end()
}

async function streamed(text: (value: string) => void, { tokens, perSecond }: NonNullable<Wish['stream']>) {
  const startedAt = monotonicMs()
  for (let sent = 0; sent < tokens;) {
    const due = Math.min(tokens, Math.floor(((monotonicMs() - startedAt) / 1000) * perSecond))
    for (; sent < due; sent += 1) text(tokenText)
    await setTimeout(1)
  }
}

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => response.destroy(error as Error))
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', () => {
  const figures: EndpointFigures = { requests, lastRequestAt, rounds, prefixShare: meter.share }
  process.send?.({ figures })
  meter = new PrefixMeter()
  requests = 0
  rounds = []
})
process.on('disconnect', () => process.exit(0))
