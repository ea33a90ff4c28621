/**
 * The tools of the well-behaved servers. Tests use them for long, slow and failed calls, unusual results, errors, log
 * messages and changes to the list of tools.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { text, tool, type ToolEntry } from '#test/servers/support'
import { RpcError } from '#test/servers/wire'

const string = { type: 'string' }
const number = { type: 'number' }

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Takes `ms` and reports progress ten times. A cancelled call is never answered. Every message contains `text`. */
const slow = tool('slow', 'Answers after a while.', { ms: number, text: string }, async (input, call) => {
  const ms = Number(input['ms'] ?? 1000)
  const of = input['text'] === undefined ? '' : ` of ${JSON.stringify(input['text'])}`
  try {
    for (let step = 1; step <= 10; step += 1) {
      await delay(ms / 10, undefined, { signal: call.signal })
      call.progress(step, 10, `step ${step}${of}`)
    }
  } catch {
    process.stderr.write(`slow: call ${call.id} was cancelled\n`)
    return null
  }
  return text(`slept ${ms} ms${of}`)
})

/** A result with every content that a proxy must not change. */
const structured = tool('structured', 'Answers with every kind of content.', {}, (_input, call) => ({
  content: [
    { type: 'text', text: 'known', annotations: { audience: ['user'], 'x-vendor': 1 } },
    { type: 'hologram', frames: [1, 2, 3], _meta: { 'example.com/kept': true } },
  ],
  structuredContent: { nested: { list: [null, 1.5, 'ü'] }, meta: call.params['_meta'] ?? null },
  'x-vendor-result': { kept: true },
  _meta: { 'example.com/trace': 'abc' },
}))

/**
 * Replaces the tools. Existing tools keep their definition, and new names get an invented one. `set_tools` itself
 * always stays.
 */
const setTools = tool(
  'set_tools',
  'Changes the list of tools.',
  { names: { type: 'array', items: string } },
  (input, call) => {
    const names = (input['names'] as string[]).filter((name) => name !== 'set_tools')
    const known = new Map(call.server.tools.map((entry) => [entry.definition['name'], entry]))
    call.server.setTools([setTools, ...names.map((name) => known.get(name) ?? extraTool(name))])
    return text(`tools: ${names.join(', ')}`)
  },
)

export const echoTools: readonly ToolEntry[] = [
  tool('echo', 'Answers with what it was given.', { text: string }, (input) =>
    text((input['text'] as string | undefined) ?? ''),
  ),
  tool('add', 'Adds two numbers.', { a: number, b: number }, (input) =>
    text(String(Number(input['a']) + Number(input['b']))),
  ),
  slow,
  tool('big', 'Answers with so many bytes.', { bytes: number }, (input) => text('x'.repeat(Number(input['bytes'])))),
  tool('images', 'Answers with so many images.', { count: number }, (input) => ({
    content: Array.from({ length: Number(input['count']) }, () => ({
      type: 'image',
      data: pixel,
      mimeType: 'image/png',
    })),
  })),
  tool('env', 'One variable of its environment.', { name: string }, (input) =>
    text(process.env[String(input['name'])] ?? '(not set)'),
  ),
  tool('pid', 'The process id.', {}, () => text(String(process.pid))),
  tool('fail', 'Answers that it failed.', {}, () => ({ ...text('it failed'), isError: true })),
  tool('rpcError', 'Answers with a JSON-RPC error.', {}, () => {
    throw new RpcError(-32050, 'refused by the server', { reason: 'asked to', depth: { kept: true } })
  }),
  setTools,
  tool('exit', 'Ends the process without an answer.', { code: number }, (input) =>
    process.exit(Number(input['code'] ?? 0)),
  ),
  tool('logs', 'Sends three log messages, then answers.', { text: string }, (input, call) => {
    const of = input['text'] === undefined ? '' : ` for ${JSON.stringify(input['text'])}`
    for (const level of ['info', 'warning', 'error']) {
      call.server.notify('notifications/message', {
        level,
        logger: 'echo',
        data: { text: `${level} of call ${call.id}${of}` },
      })
    }
    return text(`logged${of}`)
  }),
  structured,
]

/** Creates `count` more tools, for tests of long lists. */
export function extraTools(count: number): readonly ToolEntry[] {
  return Array.from({ length: count }, (_, index) => extraTool(`extra_${index + 1}`))
}

function extraTool(name: string): ToolEntry {
  return tool(name, `Answers "${name}".`, { text: string }, () => text(name))
}
