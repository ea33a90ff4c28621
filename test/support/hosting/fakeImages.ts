/** The programs in a fake runtime's containers. */
import { spawn } from 'node:child_process'
import type { FakeBody, FakeImage } from '#test/support/hosting/fakeRuntime'
import { serverFile } from '#test/support/testServers'

type FakeTool = (input: Readonly<Record<string, unknown>>, body: FakeBody) => string

/**
 * `remember` and `recall` use a volume at /data. `environment` returns a variable. `count` counts its calls, starting
 * at 1 in each container.
 */
function standardTools(): Record<string, FakeTool> {
  let count = 0
  return {
    echo: ({ text }) => String(text),
    count: () => String(++count),
    environment: ({ name }, { environment }) => environment[String(name)] ?? '',
    remember: ({ text }, body) => String(body.files('/data').set('text', String(text)).size),
    recall: (_input, body) => body.files('/data').get('text') ?? '',
  }
}

/** A well-behaved server: it completes the handshake, answers pings, lists its tools and calls them. */
export const behaving: FakeImage = (body) => {
  const tools = standardTools()
  return onLines((line) => {
    const { id, method, params = {} } = JSON.parse(line) as Message
    if (id === undefined) return
    const answer = answerTo(method, params, tools, body)
    body.stdout(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`)
  })
}

/** Reads everything but never answers. */
export const silent: FakeImage = () => ({ input: () => undefined })

/** Exits as soon as it runs, like a program with an error in its first line. */
export const failing =
  (code: number, stderr: string): FakeImage =>
  (body) => {
    queueMicrotask(() => {
      body.stderr(stderr)
      body.exit(code)
    })
    return { input: () => undefined }
  }

/**
 * A real process from test/servers. A file that uses it must contain `serverFile(`, because otherwise the servers are
 * not built.
 */
export const realServer =
  (name: string, ...args: readonly string[]): FakeImage =>
  (body) => {
    const env = { PATH: process.env['PATH'], ...body.environment }
    const child = spawn(process.execPath, [serverFile(name), ...args], { env, stdio: 'pipe' })
    child.stdout.setEncoding('utf8').on('data', (text: string) => body.stdout(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => body.stderr(text))
    child.stdin.on('error', () => undefined)
    child.on('close', (code) => body.exit(code ?? 137))
    return {
      input: (text) => void child.stdin.write(text),
      inputEnd: () => child.stdin.end(),
      terminate: () => void child.kill('SIGTERM'),
      kill: () => void child.kill('SIGKILL'),
    }
  }

interface Message {
  readonly id?: number | string
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
}

function answerTo(
  method: string,
  params: NonNullable<Message['params']>,
  tools: Record<string, FakeTool>,
  body: FakeBody,
) {
  switch (method) {
    case 'initialize': {
      const { protocolVersion } = params
      const serverInfo = { name: 'fake', version: '1.0.0' }
      return { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } }
    }
    case 'ping':
      return { result: {} }
    case 'tools/list':
      return { result: { tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) } }
    case 'tools/call': {
      const call = tools[String(params['name'])]
      if (call === undefined) return { error: { code: -32602, message: `Unknown tool: ${String(params['name'])}` } }
      const text = call((params['arguments'] ?? {}) as Readonly<Record<string, unknown>>, body)
      return { result: { content: [{ type: 'text', text }] } }
    }
    default:
      return { error: { code: -32601, message: `Method not found: ${method}` } }
  }
}

function onLines(take: (line: string) => void) {
  let rest = ''
  return {
    input: (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') take(line)
    },
  }
}
