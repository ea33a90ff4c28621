/**
 * A model over HTTP for watching the page. It sends the requested text in one piece, or token by token at a given rate.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Pace = 'prose' | 'mixed' | 'code' | 'list' | 'table'

const lettersPerToken = 4
const tokensPerSecond = 2000
const stepMs = 10

const sentence = 'The engine **streams** what a model says, and the page draws `only` what is new in it. '
const times = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('')
const code = (lines: number): string =>
  `\`\`\`ts\n${times(lines, (index) => `const value${index} = compute(${index}, 'text') // note\n`)}\`\`\`\n\n`
const list = (items: number): string =>
  `${times(items, (index) => `${index + 1}. entry number ${index} with *words*\n`)}\n`
const table = (rows: number): string =>
  `| a | b | c |\n|---|--:|---|\n${times(rows, (index) => `| row ${index} | ${index * 7} | some more words in it |\n`)}\n`
const part = (index: number): string =>
  `## Part ${index}\n\n${sentence.repeat(3)}\n\n${list(4)}${code(8)}It takes $x_{${index}}^2$ of it.\n\n${table(3)}`
const texts: Readonly<Record<Pace, string>> = {
  prose: `${sentence.repeat(4)}\n\n`.repeat(110),
  mixed: times(40, part),
  code: code(550),
  list: list(2500),
  table: table(500),
}
const short = [sentence.repeat(12), code(30), table(20), list(40)]

export interface TalkingEndpoint {
  readonly url: string
  close(): Promise<void>
}

export async function startTalkingEndpoint(): Promise<TalkingEndpoint> {
  let answered = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on(
      'end',
      () =>
        void answer(
          request.url ?? '',
          Buffer.concat(chunks).toString('utf8'),
          response,
          short[answered++ % short.length] ?? '',
        ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function answer(path: string, body: string, response: ServerResponse, atOnce: string): Promise<void> {
  const json = (value: unknown) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  if (path.startsWith('/v1/models'))
    return json({ data: [{ id: 'claude-bench', display_name: 'Bench' }], has_more: false })
  if (path === '/v1/messages/count_tokens') return json({ input_tokens: Math.ceil(body.length / lettersPerToken) })
  const asked = /pace:(prose|mixed|code|list|table)/.exec(lastWords(body))?.[1] as Pace | undefined
  const send = (event: { readonly type: string }) =>
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  const say = (text: string) =>
    send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } } as { type: string })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send({ type: 'message_start', message: { usage: { input_tokens: 10, output_tokens: 1 } } } as { type: string })
  send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as { type: string })
  if (asked === undefined) say(atOnce)
  else await sayAtPace(texts[asked], say)
  send({ type: 'content_block_stop', index: 0 } as { type: string })
  send({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 10 } } as { type: string })
  send({ type: 'message_stop' })
  response.end()
}

/**
 * Sends the text at the given rate. The text that is due is computed from the clock, so that a late step catches up.
 */
function sayAtPace(text: string, say: (piece: string) => void): Promise<void> {
  const startedAt = performance.now()
  let said = 0
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = Math.round(((performance.now() - startedAt) / 1000) * tokensPerSecond) * lettersPerToken
      if (due > said) say(text.slice(said, due))
      said = Math.max(said, due)
      if (said < text.length) return
      clearInterval(timer)
      resolve()
    }, stepMs)
  })
}

function lastWords(body: string): string {
  const { messages } = JSON.parse(body) as { messages: readonly unknown[] }
  return JSON.stringify(messages.at(-1))
}
