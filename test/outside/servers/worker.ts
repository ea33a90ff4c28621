/**
 * A server whose every tool reports what happened to the call: `node worker.ts --name X --tools a,b [--notes a,b]
 * [--era modern] [--record FILE] [--slowly MS] [--deaf]`. `--slowly` makes the start take this long. With `--deaf`,
 * only SIGKILL ends the server. A tool's further behaviour depends on its arguments, so no other server needs a tool
 * with the same name.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { option, serve, type Beside, type Call, type ToolEntry } from '#test/servers/support'
import { RpcError, type JsonObject, type RequestId } from '#test/servers/wire'

const name = option('name') ?? 'worker'
const record = option('record')
const listOf = (key: string) => (option(key) ?? '').split(',').filter((word) => word !== '')
const isModern = option('era') === 'modern'

function remember(line: string): void {
  if (record !== undefined) appendFileSync(record, `${line}\n`)
}

/** The pause in milliseconds between two checks whether a held call may continue. */
const lookMs = 10

async function work(tool: string, input: JsonObject, call: Call): Promise<JsonObject | null> {
  const { die, hold, setTools, touch, link, variables, label = '' } = input
  remember(`begin ${String(label)}`)
  if (typeof die === 'number') process.exit(die)
  while (typeof hold === 'string' && !existsSync(hold)) {
    if (call.signal.aborted) return null
    await delay(lookMs)
  }
  if (Array.isArray(setTools)) call.server.setTools(setTools.map((one) => toolOf(String(one))))
  if (typeof touch === 'string') notes.touch(touch)
  remember(`end ${String(label)}`)
  const report = {
    server: name,
    tool,
    pid: process.pid,
    request: call.id,
    label,
    words: process.argv.slice(2),
    folder: process.cwd(),
    ...(Array.isArray(variables) && { variables: variables.map((one) => digestOf(process.env[String(one)])) }),
  }
  const links = typeof link === 'string' ? [{ type: 'resource_link', uri: link, name: 'a note' }] : []
  return { content: [{ type: 'text', text: JSON.stringify(report) }, ...links] }
}

/** Returns a digest, and never the value, because conversations redact anything that looks like a secret. */
function digestOf(value: string | undefined): string | null {
  return value === undefined ? null : createHash('sha256').update(value).digest('hex')
}

function toolOf(tool: string): ToolEntry {
  const definition = { name: tool, description: `${tool} of ${name}`, inputSchema: { type: 'object', properties: {} } }
  return { definition, call: (input, call) => work(tool, input, call) }
}

/** Creates the server's resources `note://SERVER/NOTE`, which clients can follow. */
function createNotes(): { beside: Beside; touch: (uri: string) => void } {
  const uris = listOf('notes').map((note) => `note://${name}/${note}`)
  const followed = new Map<string, Set<RequestId>>()
  const follow = (uri: string, by: RequestId) => followed.set(uri, (followed.get(uri) ?? new Set()).add(by))
  const read = (uri: string) => {
    if (!uris.includes(uri)) throw new RpcError(isModern ? -32602 : -32002, 'Resource not found', { uri })
    return { contents: [{ uri, mimeType: 'text/plain', text: `${uri} of ${process.pid}` }] }
  }
  const beside: Beside = {
    capabilities: uris.length === 0 ? {} : { resources: { listChanged: true, subscribe: true } },
    answer: ({ method, params }) => {
      const uri = String(params['uri'])
      if (method === 'resources/list') return { resources: uris.map((one) => ({ uri: one, name: one })) }
      if (method === 'resources/templates/list') return { resourceTemplates: [] }
      if (method === 'resources/read') return read(uri)
      if (method === 'resources/subscribe') follow(uri, 'legacy')
      else if (method === 'resources/unsubscribe') followed.get(uri)?.delete('legacy')
      else return undefined
      return {}
    },
    listen: (id, { resourceSubscriptions }) => {
      const wanted = Array.isArray(resourceSubscriptions) ? resourceSubscriptions.map(String) : []
      for (const uri of wanted) follow(uri, id)
      return wanted.length === 0 ? {} : { resourceSubscriptions: wanted }
    },
    unlisten: (id) => {
      for (const by of followed.values()) by.delete(id)
    },
  }
  const touch = (uri: string) => {
    for (const by of followed.get(uri) ?? []) {
      const meta = by === 'legacy' ? {} : { _meta: { 'io.modelcontextprotocol/subscriptionId': by } }
      server.notify('notifications/resources/updated', { uri, ...meta })
    }
  }
  return { beside, touch }
}

const notes = createNotes()
remember(`start ${name} ${process.pid}`)
await delay(Number(option('slowly') ?? 0))
remember(`up ${name}`)
const server = serve({
  name,
  eras: [isModern ? 'modern' : 'legacy'],
  tools: listOf('tools').map(toolOf),
  beside: notes.beside,
})
if (process.argv.includes('--deaf')) {
  process.on('SIGTERM', () => undefined)
  setInterval(() => undefined, 60_000)
} else process.stdin.on('end', () => process.exit(0))
