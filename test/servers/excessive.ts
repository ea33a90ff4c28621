/**
 * A server that sends too much of one thing, `--excess NAME --size N --of WHAT`, and otherwise behaves. `fine` is
 * answered, `lists` returns how often each list was requested, and `bad` sends the excess. It runs on stdio, or with
 * `--http` or `--sse` (the transport of 2024) at the port that it prints on stdout.
 */
import http, { type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { option, text } from '#test/servers/support'
import { type Incoming, type JsonObject, onLines } from '#test/servers/wire'

/** The connection to the caller of `bad`. */
interface Line {
  /** Sends a message. Resolves when there is room for more. */
  say(message: JsonObject): Promise<void>
  /** Stops reading answers to the server's questions until `readAgain`. */
  stopReading(): void
  readAgain(): void
  answer(result: JsonObject): void
  readonly progressToken: unknown
}

interface Excess {
  /** Fields to add to the usual handshake. */
  readonly handshake?: () => JsonObject
  readonly list?: (kind: Kind, page: number) => { readonly entries: readonly JsonObject[]; readonly last: boolean }
  readonly call?: (line: Line) => Promise<void>
}

type Kind = keyof typeof kinds

const size = Number(option('size') ?? 1)
const of = option('of') ?? ''
const million = 1_000_000
const long = (characters: number) => 'x'.repeat(characters)

const kinds = {
  tools: { method: 'tools/list', make: (name: string) => ({ name, inputSchema: { type: 'object' } }) },
  prompts: { method: 'prompts/list', make: (name: string) => ({ name }) },
  resources: { method: 'resources/list', make: (name: string) => ({ uri: `test:///${name}`, name }) },
  resourceTemplates: {
    method: 'resources/templates/list',
    make: (name: string) => ({ uriTemplate: `test:///${name}/{a}`, name }),
  },
} as const satisfies Readonly<Record<string, { method: string; make: (name: string) => JsonObject }>>

const depthMark = 'so deep'

/** Serialises a message. Replaces each `depthMark` with arrays that are nested too deeply for JSON.stringify. */
function textOf(message: JsonObject): string {
  const levels = size * 1_000
  return JSON.stringify({ jsonrpc: '2.0', ...message }).replaceAll(
    JSON.stringify(depthMark),
    () => `${'['.repeat(levels)}${']'.repeat(levels)}`,
  )
}

/** The parts of a definition that can be too large. */
const places: Readonly<Record<string, (entry: JsonObject) => JsonObject>> = {
  name: (entry) => ({ ...entry, name: long(size * million) }),
  title: (entry) => ({ ...entry, title: long(size * million) }),
  description: (entry) => ({ ...entry, description: long(size * million) }),
  icons: (entry) => ({ ...entry, icons: [{ src: `data:image/png;base64,${long(size * million)}` }] }),
  annotations: (entry) => ({ ...entry, annotations: { title: long(size * million) } }),
  meta: (entry) => ({ ...entry, _meta: { vendor: long(size * million) } }),
  schema: (entry) => ({
    ...entry,
    inputSchema: { type: 'object', properties: Object.fromEntries(many(size * 50_000, (at) => [`p${at}`, {}])) },
  }),
  key: (entry) => ({ ...entry, [long(size * million)]: 1 }),
  numbers: (entry) => ({ ...entry, _meta: { numbers: many(size * 500_000, (at) => at) } }),
  depth: (entry) => ({ ...entry, _meta: { deep: depthMark } }),
}

function many<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

const requestParams: Readonly<Record<string, JsonObject>> = {
  'sampling/createMessage': { messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }], maxTokens: 1 },
  'elicitation/create': { message: 'hello', requestedSchema: { type: 'object', properties: {} } },
}

function notificationParams(line: Line): JsonObject {
  switch (of) {
    case 'notifications/progress':
      return { progressToken: line.progressToken, progress: 1 }
    case 'notifications/message':
      return { level: 'info', data: 'hello' }
    case 'notifications/resources/updated':
      return { uri: 'test:///one' }
    case 'notifications/cancelled':
      return { requestId: 'nobody' }
    default:
      return {}
  }
}

let asked = 0

/** Asks repeatedly with long ids, so that the answers are long. */
async function ask(line: Line): Promise<number> {
  const params = requestParams[of] ?? {}
  for (; asked < size; asked += 1) await line.say({ id: `${asked} ${long(1_000)}`, method: of, params })
  return asked
}

const excesses: Readonly<Record<string, Excess>> = {
  none: {},
  handshake: { handshake: () => ({ instructions: long(size * million) }) },
  /** One entry of every list is too large in the part that `--of` names. */
  definition: {
    list: (kind) => {
      const { make } = kinds[kind]
      const excessive = places[of]?.(make('excessive')) ?? make('excessive')
      return { entries: [make('one'), excessive, make('two')], last: true }
    },
  },
  /** The list that `--of` names has this many entries. */
  entries: {
    list: (kind) => ({ entries: kind === of ? many(size, (at) => kinds[kind].make(`entry_${at}`)) : [], last: true }),
  },
  /** The list of tools has this many pages. Each page has one tool with as many million characters as `--of` says. */
  pages: {
    list: (kind, page) =>
      kind === 'tools'
        ? {
            entries: [{ ...kinds.tools.make(`page_${page}`), description: long(Number(of) * million) }],
            last: page + 1 === size,
          }
        : { entries: [], last: true },
  },
  /** Stops reading. */
  deaf: {
    call: (line) => {
      line.stopReading()
      return Promise.resolve()
    },
  },
  /** Asks without reading the answers. */
  asks: {
    call: async (line) => {
      line.stopReading()
      await ask(line)
    },
  },
  /** Asks, and starts to read the answers after at most 3 s. Reports how many questions it could send before that. */
  asksSlowly: {
    call: async (line) => {
      line.stopReading()
      const first = await Promise.race([ask(line), new Promise<number>((done) => setTimeout(() => done(asked), 3_000))])
      line.readAgain()
      while (asked < size) await new Promise((turn) => setTimeout(turn, 10))
      line.answer(text(String(first)))
    },
  },
  /** Sends messages repeatedly, then answers. */
  says: {
    call: async (line) => {
      const params = notificationParams(line)
      for (let round = 0; round < size; round += 1) await line.say({ method: of, params })
      line.answer(text('after all'))
    },
  },
}

const excess = excesses[option('excess') ?? 'none']
if (excess === undefined) throw new Error(`no excess ${option('excess')}`)

/** The number of requests for each list. */
const lists = new Map<Kind, number>()

/** Returns null for an unknown method. */
function resultOf(method: string, params: JsonObject): JsonObject | null {
  if (method === 'initialize')
    return {
      protocolVersion: params['protocolVersion'],
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        logging: {},
      },
      serverInfo: { name: 'excessive', version: '1' },
      ...excess?.handshake?.(),
    }
  const kind = (Object.keys(kinds) as Kind[]).find((one) => kinds[one].method === method)
  if (kind !== undefined) {
    lists.set(kind, (lists.get(kind) ?? 0) + 1)
    const page = Number(params['cursor'] ?? 0)
    const usual = kind === 'tools' ? ['fine', 'bad', 'lists'].map((name) => kinds.tools.make(name)) : []
    const { entries, last } = excess?.list?.(kind, page) ?? { entries: [], last: true }
    return { [kind]: page === 0 ? [...usual, ...entries] : entries, ...(!last && { nextCursor: String(page + 1) }) }
  }
  if (method === 'ping' || method.startsWith('resources/') || method === 'logging/setLevel') return {}
  if (method === 'tools/call')
    return text(params['name'] === 'lists' ? String(Math.max(...lists.values())) : `${String(params['name'])} answers`)
  return null
}

function answerTo(id: unknown, method: string, params: JsonObject): JsonObject {
  const result = resultOf(method, params)
  const unknown = { code: -32601, message: `Method not found: ${method}` }
  return { id, ...(result === null ? { error: unknown } : { result }) }
}

function isBad(method: string, params: JsonObject): boolean {
  return method === 'tools/call' && params['name'] === 'bad' && excess?.call !== undefined
}

const tokenIn = (params: JsonObject) => (params['_meta'] as JsonObject | undefined)?.['progressToken'] ?? null

function serveStdio(): void {
  const write = (message: JsonObject) =>
    new Promise<void>((resolve) => {
      if (process.stdout.write(`${textOf(message)}\n`)) resolve()
      else process.stdout.once('drain', resolve)
    })
  onLines((line) => {
    const { id, method, params = {} } = JSON.parse(line) as Incoming
    if (id === undefined || method === undefined) return
    if (!isBad(method, params)) {
      void write(answerTo(id, method, params))
      return
    }
    void excess?.call?.({
      say: write,
      stopReading: () => {
        process.stdin.pause()
        // Keeps the process alive, because nothing else would.
        setInterval(() => undefined, 60_000)
      },
      readAgain: () => void process.stdin.resume(),
      answer: (result) => void write({ id, result }),
      progressToken: tokenIn(params),
    })
  })
  process.stdin.on('end', () => process.exit(0))
}

function serveHttp(isOld: boolean): void {
  /** The client's messages that the server has not accepted yet. Null while it accepts every message immediately. */
  let untaken: ServerResponse[] | null = null
  const reading = {
    stopReading: () => {
      untaken = []
    },
    readAgain: () => {
      for (const one of untaken ?? []) one.writeHead(202).end()
      untaken = null
    },
  }
  let [open, maxOpen] = [0, 0]
  /** The stream of the transport of 2024, which carries all messages to the client. */
  let stream: ServerResponse | null = null
  const respond = (response: ServerResponse, status: number, body: JsonObject, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(textOf(body))
  const serve = (response: ServerResponse, { id, method, params = {} }: Incoming) => {
    if (method === undefined || id === undefined) {
      if (untaken === null) response.writeHead(202).end()
      else untaken.push(response)
    } else if (method === 'initialize' && untaken !== null) {
      untaken = null
      serve(response, { id, method, params })
    } else if (method === 'server/discover') respond(response, 200, answerTo(id, method, params))
    else if (!isBad(method, params))
      respond(response, 200, answerTo(id, method, params), method === 'initialize' ? { 'mcp-session-id': 'one' } : {})
    else {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const say = (message: JsonObject) =>
        new Promise<void>((resolve) => {
          if (response.write(`data: ${textOf(message)}\n\n`)) resolve()
          else response.once('drain', resolve)
        })
      void excess?.call?.({
        say,
        ...reading,
        answer: (result) => void say({ id, result }).then(() => response.end()),
        progressToken: tokenIn(params),
      })
    }
  }
  const serveOld = (response: ServerResponse, { id, method, params = {} }: Incoming) => {
    if (untaken === null) response.writeHead(202).end()
    else untaken.push(response)
    const say = (message: JsonObject) =>
      new Promise<void>((resolve) => {
        if (stream === null || stream.write(`data: ${textOf(message)}\n\n`)) resolve()
        else stream.once('drain', resolve)
      })
    if (method === undefined || id === undefined) return
    if (isBad(method, params))
      void excess?.call?.({
        say,
        ...reading,
        answer: (result) => void say({ id, result }),
        progressToken: tokenIn(params),
      })
    else void say(answerTo(id, method, params))
  }
  const server = http.createServer((request, response) => {
    if (request.url === '/figures') {
      respond(response, 200, { maxOpen })
      return
    }
    if (isOld && request.method === 'GET') {
      stream = response
      reading.readAgain()
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: endpoint\ndata: /messages\n\n')
      return
    }
    if (request.method !== 'POST') {
      response.writeHead(request.method === 'DELETE' ? 200 : 405).end()
      return
    }
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => (isOld ? serveOld : serve)(response, JSON.parse(body) as Incoming))
  })
  server.on('connection', (socket) => {
    open += 1
    maxOpen = Math.max(maxOpen, open)
    socket.once('close', () => (open -= 1))
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
  process.stdin.resume().on('end', () => process.exit(0))
}

if (process.argv.includes('--http')) serveHttp(false)
else if (process.argv.includes('--sse')) serveHttp(true)
else serveStdio()
