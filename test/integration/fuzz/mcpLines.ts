/** Valid and invalid MCP lines of both eras for a channel. */
import { brokenText, inPieces, methods, mutated, nested, wrongIds } from '#test/integration/fuzz/wrongValues'
import { initializeParams, modernParams } from '#test/integration/gateway/lineClients'
import type { SeededRandom } from '#test/soak/seededRandom'

export interface FuzzedLines {
  /** The bytes, cut into the pieces in which they are sent. */
  readonly pieces: readonly Buffer[]
  readonly count: number
}

/** More bytes than an engine accepts in one line. */
const hugeBytes = 5 * 1_024 * 1_024
const versions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2999-01-01']

/**
 * Makes random lines. `prefix` starts the ids of most requests, so that no two exchanges share an id. The last line is
 * a `ping` that must be answered.
 */
export function fuzzedLines(random: SeededRandom, prefix: string): FuzzedLines {
  const lines: Buffer[] = []
  if (random.chance(0.3)) {
    const params = initializeParams(random.pick(versions))
    lines.push(textOf({ jsonrpc: '2.0', id: `${prefix}-hello`, method: 'initialize', params }))
    if (random.chance(0.8)) lines.push(textOf({ jsonrpc: '2.0', method: 'notifications/initialized' }))
  }
  const count = random.whole(1, 8)
  for (let number = 0; number < count; number += 1) lines.push(fuzzedLine(random, `${prefix}-${number}`))
  lines.push(textOf({ jsonrpc: '2.0', id: `${prefix}-last`, method: 'ping' }))
  const lineEnd = Buffer.from(random.chance(0.1) ? '\r\n' : '\n')
  const bytes = Buffer.concat(lines.flatMap((line) => [line, lineEnd]))
  return { pieces: inPieces(random, bytes), count: lines.length }
}

function fuzzedLine(random: SeededRandom, id: string): Buffer {
  const message = rightMessage(random, id)
  const kind = random.next()
  if (kind < 0.3) return textOf(message)
  if (kind < 0.65) return textOf(mutated(random, message))
  if (kind < 0.75) return textOf({ ...message, id: random.pick(wrongIds), method: random.pick(methods) })
  if (kind < 0.8) return textOf(Array.from({ length: random.whole(0, 5) }, (_, place) => batched(random, id, place)))
  if (kind < 0.82) return textOf(Array.from({ length: 150 }, (_, place) => ({ ...message, id: `${id}-${place}` })))
  if (kind < 0.84) return Buffer.from(`{"jsonrpc":"2.0","id":"${id}","method":"ping","params":{"a":${nested(5_000)}}}`)
  if (kind < 0.86) return Buffer.from(random.pick(['', ' ', '\t', '\r', '\u0000', '\ufeff{}']))
  if (kind < 0.865) return textOf({ ...message, params: { text: 'x'.repeat(hugeBytes) } })
  if (kind < 0.87) return Buffer.alloc(hugeBytes, random.whole(0x20, 0x7e))
  return brokenText(random, JSON.stringify(message))
}

function batched(random: SeededRandom, id: string, place: number): unknown {
  const message = rightMessage(random, `${id}-${place}`)
  return random.chance(0.5) ? message : mutated(random, message)
}

function rightMessage(random: SeededRandom, id: string): Readonly<Record<string, unknown>> {
  const request = (method: string, params: Record<string, unknown> = {}) => ({
    jsonrpc: '2.0',
    id,
    method,
    params: random.chance(0.5) ? modernParams(params) : params,
  })
  const say = (method: string, params: Record<string, unknown>) => ({ jsonrpc: '2.0', method, params })
  return random.pick([
    () => request('ping'),
    () => request('tools/list'),
    () => request('resources/list', { cursor: 'x' }),
    () => request('tools/call', { name: random.pick(['echo', 'one__echo', 'none']), arguments: { text: id } }),
    () => request('tools/call', { name: 'echo', arguments: { text: id }, _meta: { progressToken: id } }),
    () => request('prompts/get', { name: 'none', arguments: {} }),
    () => request('resources/read', { uri: 'resource://one/none' }),
    () => request('resources/subscribe', { uri: 'resource://one/none' }),
    () => request('resources/unsubscribe', { uri: 'resource://one/none' }),
    () =>
      request('completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' } }),
    () => request('logging/setLevel', { level: 'debug' }),
    () => request('subscriptions/listen', { notifications: { toolsListChanged: true, resourceSubscriptions: ['u'] } }),
    () => request('server/discover'),
    () => say('notifications/cancelled', { requestId: id }),
    () => say('notifications/progress', { progressToken: id, progress: 1 }),
    () => ({ jsonrpc: '2.0', id, result: {} }),
    () => ({ jsonrpc: '2.0', id, error: { code: 1, message: 'no' } }),
  ])()
}

/** Encodes a value as JSON, even if its text is not valid Unicode, such as half a character. */
function textOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}
