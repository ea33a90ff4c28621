/**
 * A server that breaks one rule, `--fault NAME`, and keeps all others. Its tool `fine` answers correctly, and `bad`
 * breaks the rule. `--size N` is the fault's size.
 */
import { closeSync, writeSync } from 'node:fs'
import { option, text } from '#test/servers/support'
import { type Incoming, type JsonObject, onLines } from '#test/servers/wire'

interface Fault {
  /** Replaces the answer to `initialize`. */
  readonly initialize?: (id: unknown) => void
  /** The result of `tools/list`. Null sends no answer. */
  readonly list?: (params: JsonObject) => JsonObject | null
  /** Replaces the answer to a call to `bad`. */
  readonly call?: (id: unknown, params: JsonObject) => void
  readonly notification?: (method: string, params: JsonObject) => void
}

const size = Number(option('size') ?? 1)
const megabyte = 1024 * 1024

/** Writes immediately, and waits if the pipe is full. */
function write(bytes: string): void {
  let rest = Buffer.from(bytes)
  while (rest.length > 0)
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error
    }
}

const send = (message: JsonObject) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const sendRaw = (id: unknown, rest: string) => write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${rest}}\n`)
const answer = (id: unknown, result: unknown) => send({ id, result })
const definition = (name: string, more: JsonObject = {}) => ({ name, inputSchema: { type: 'object' }, ...more })
const usual = [definition('fine'), definition('bad')]
const extra = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => definition(`extra_${from + place}`))
/** JSON text of nested arrays. */
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const progressToken = (params: JsonObject) => (params['_meta'] as JsonObject | undefined)?.['progressToken'] ?? null

let lists = 0

const faults: Readonly<Record<string, Fault>> = {
  none: {},
  wrongVersion: {
    initialize: (id) => answer(id, { protocolVersion: '1999-01-01', capabilities: {}, serverInfo: {} }),
  },
  emptyHandshake: { initialize: (id) => answer(id, {}) },
  handshakeIsNoObject: { initialize: (id) => answer(id, 'hello') },
  refusedHandshake: { initialize: (id) => send({ id, error: { code: -32001, message: 'no licence' } }) },
  invalidJson: { call: (id) => write(`{"jsonrpc":"2.0","id":${String(id)},"result":{"content":[}}\n`) },
  longLine: { call: (id) => answer(id, text('x'.repeat(size * megabyte))) },
  duplicateAnswers: {
    call: (id) => {
      answer(id, text('first'))
      answer(id, text('second'))
      send({ id, error: { code: 1, message: 'third' } })
    },
  },
  unknownIds: {
    call: (id) => {
      for (const unknown of [999_999, -1, 1.5, 'text', '1', null, { deep: true }, 'x'.repeat(megabyte)])
        answer(unknown, text('stray'))
      answer(id, text('the one'))
    },
  },
  batch: { call: (id) => write(`${JSON.stringify([5, null, { jsonrpc: '2.0', id, result: text('in a batch') }])}\n`) },
  endlessCursor: { list: () => ({ tools: extra(1, ++lists), nextCursor: `page ${lists}` }) },
  sameCursor: { list: () => ({ tools: extra(1, ++lists), nextCursor: 'again' }) },
  circlingCursor: { list: () => ({ tools: extra(1, ++lists), nextCursor: `page ${lists % 3}` }) },
  manyTools: { list: () => ({ tools: [...usual, ...extra(size)] }) },
  muteListing: { list: () => null },
  listIsNoList: { list: () => ({ tools: { fine: {} } }) },
  hugeNames: {
    list: () => ({
      tools: [
        ...usual,
        definition('n'.repeat(size * megabyte)),
        definition('wordy', { description: 'd'.repeat(size * megabyte) }),
      ],
    }),
  },
  oddNames: {
    list: () => ({
      tools: [
        ...usual,
        ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', ' ', '\u0000', '../../etc', '🙂', 'a b'].map(
          (name) => definition(name),
        ),
      ],
    }),
  },
  deepListing: {
    list: () => null,
  },
  deepResult: { call: (id) => sendRaw(id, `"result":{"content":[],"deep":${nested(size)}}`) },
  deepError: { call: (id) => sendRaw(id, `"error":{"code":1,"message":"deep","data":${nested(size)}}`) },
  deepNotifications: {
    call: (id, params) => {
      const token = JSON.stringify(progressToken(params))
      const deep = nested(size)
      write(
        `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":1,"deep":${deep}}}\n`,
      )
      write(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":${deep}}}\n`)
      write(`{"jsonrpc":"2.0","id":"deep","method":"sampling/createMessage","params":{"deep":${deep}}}\n`)
      answer(id, text('still here'))
    },
  },
  oddResults: {
    call: (id, params) => sendRaw(id, String((params['arguments'] as JsonObject | undefined)?.['answer'])),
  },
  pollution: {
    call: (id) =>
      sendRaw(
        id,
        '"result":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"content":[{"__proto__":{"polluted":1}}]}',
      ),
  },
  relisting: {
    list: () => {
      setImmediate(() => send({ method: 'notifications/tools/list_changed' }))
      process.stderr.write(`listed ${++lists}\n`)
      return { tools: [...usual, ...extra(lists % 2)] }
    },
  },
  notificationFlood: {
    call: (id, params) => {
      const token = progressToken(params)
      const lines = [
        { method: 'notifications/unheard/of', params: { list: [1, 2, 3] } },
        { method: 'notifications/progress', params: { progressToken: token, progress: 1 } },
        { method: 'notifications/message', params: { level: 'info', data: 'flood' } },
        { method: 'notifications/cancelled', params: { requestId: 'nobody' } },
        { method: 'notifications/resources/updated', params: 5 },
      ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
      for (let round = 0; round < size; round += 1) write(lines.join(''))
      answer(id, text('after the flood'))
    },
  },
  requestFlood: {
    call: (id) => {
      for (let number = 0; number < size; number += 1)
        send({ id: number, method: number % 2 === 0 ? 'sampling/createMessage' : 'nonsense', params: { number } })
      answer(id, text('after the flood'))
    },
  },
  closedStdout: { call: () => closeSync(1) },
  closedStdoutAtStart: { initialize: () => closeSync(1) },
  halfLine: {
    call: (id) => {
      write(`{"jsonrpc":"2.0","id":${String(id)},"result":{"content":[{"ty`)
      process.exit(7)
    },
  },
  lateAnswer: {
    call: (id) => process.stderr.write(`has ${String(id)}\n`),
    notification: (method, params) => {
      if (method === 'notifications/cancelled') answer(params['requestId'], text('too late'))
    },
  },
}

const fault = faults[option('fault') ?? 'none']
if (fault === undefined) throw new Error(`no fault ${option('fault')}`)

function list(id: unknown, params: JsonObject): void {
  if (option('fault') === 'deepListing') {
    const deep = `{"name":"deep","inputSchema":{"type":"object","properties":{"a":${nested(size)}}}}`
    sendRaw(id, `"result":{"tools":[${JSON.stringify(usual[0])},${deep}]}`)
    return
  }
  const result = fault?.list === undefined ? { tools: usual } : fault.list(params)
  if (result !== null) answer(id, result)
}

function take({ id, method, params = {} }: Incoming): void {
  if (method === undefined) return
  if (id === undefined) fault?.notification?.(method, params)
  else if (method === 'initialize' && fault?.initialize !== undefined) fault.initialize(id)
  else if (method === 'initialize')
    answer(id, {
      protocolVersion: params['protocolVersion'],
      capabilities: { tools: { listChanged: true }, logging: {} },
      serverInfo: { name: 'hostile', version: '1' },
    })
  else if (method === 'tools/list') list(id, params)
  else if (method === 'tools/call' && params['name'] === 'bad' && fault?.call !== undefined) fault.call(id, params)
  else if (method === 'tools/call') answer(id, text(`${String(params['name'])} answers`))
  else send({ id, error: { code: -32601, message: `Method not found: ${method}` } })
}

onLines((line) => take(JSON.parse(line) as Incoming))
// Exits when stdin ends, whatever happened to stdout.
process.stdin.on('end', () => process.exit(0))
