/**
 * Valid and invalid contract messages on a WebSocket. They use only routes that start nothing and leave nothing behind.
 */
import { frame, opcodes } from '#test/integration/fuzz/webSocketFrames'
import { brokenText, mutated, nested, wrongIds, wrongValues } from '#test/integration/fuzz/wrongValues'
import type { SeededRandom } from '#test/soak/seededRandom'

export interface FuzzedMessage {
  readonly bytes: Buffer
  /** The call's id as JSON, or null if the message is not a call. */
  readonly id: string | null
  /**
   * What the door owes. `answer`: an answer. `any`: nothing, but an answer may come, and the socket may be closed.
   * `close`: the end of the socket.
   */
  readonly owed: 'answer' | 'any' | 'close' | 'nothing'
}

const none = 'no-such-thing'
const routes: readonly (readonly [string, unknown])[] = [
  ['/app/info', undefined],
  ['/projects/list', undefined],
  ['/servers/list', undefined],
  ['/servers/log', { slug: 'two', follow: false }],
  ['/servers/remove', { slug: none }],
  ['/servers/restart', { slug: none }],
  ['/servers/previewImport', { text: '{"mcpServers":{"a":{"command":"b","args":["c"]}}}' }],
  ['/tools/list', { server: 'one' }],
  ['/tools/listed', {}],
  ['/tools/call', { projectId: 'default', name: 'echo', arguments: { text: 'x' } }],
  ['/tools/setEnabled', { server: 'two', names: ['echo'], enabled: true }],
  ['/calls/list', { limit: 5 }],
  ['/calls/get', { id: none }],
  ['/catalog/prompts', {}],
  ['/catalog/resource', { uri: 'resource://one/none' }],
  ['/catalog/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: 'b' } }],
  ['/chat/list', {}],
  ['/chat/get', { id: none }],
  ['/chat/follow', { id: none }],
  ['/questions/list', undefined],
  ['/questions/answer', { id: none, answer: { kind: 'approval', decision: 'allow' } }],
  ['/decisions/remove', { id: none }],
  ['/access/list', undefined],
  ['/access/tools', { id: none }],
  ['/settings/get', undefined],
  ['/secrets/list', { projectId: 'default' }],
  ['/events/subscribe', undefined],
]

/** Values for the `meta` of a call, which marks the parts of its input that have no JSON type. */
const metas: readonly unknown[] = [
  [],
  [[1, 'text']],
  [[0, 'slug']],
  [[6]],
  [[7, '__proto__']],
  [[2, 'constructor', 'prototype']],
  [['x', 1]],
  'meta',
  { length: 5 },
  null,
  [null],
]

const maxMessageBytes = 64 * 1_024 * 1_024

export function fuzzedMessage(random: SeededRandom, number: number): FuzzedMessage {
  const [path, input] = random.pick(routes)
  const id = String(number)
  const call = (given: unknown, meta: unknown = []) => ({ i: id, p: { u: path, b: { json: given, meta } } })
  const kind = random.next()
  if (kind < 0.3) return message(id, 'answer', call(input))
  if (kind < 0.6) return message(id, 'answer', call(mutated(random, input), random.pick(metas)))
  if (kind < 0.65)
    return message(id, 'answer', { i: id, p: { u: random.pick(['/', '/no/route', '/__proto__/x', '/%00']) } })
  if (kind < 0.75) return mutatedCall(random, call(input))
  if (kind < 0.8) return stray(random, number)
  if (kind < 0.86) return unreadable(random, JSON.stringify(call(input)))
  if (kind < 0.9) return inFragments(random, id, call(input))
  if (kind < 0.95) return control(random)
  return wrongFrame(random, Buffer.from(JSON.stringify(call(input))))
}

function message(id: unknown, owed: FuzzedMessage['owed'], value: unknown): FuzzedMessage {
  const bytes = frame({ opcode: opcodes.text, payload: Buffer.from(JSON.stringify(value)) })
  return { bytes, id: keyOf(id), owed }
}

/** Returns the id in the form in which answers are compared. */
export function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? 'undefined'
}

function mutatedCall(random: SeededRandom, call: unknown): FuzzedMessage {
  const value = mutated(random, call)
  const { i } = Object(value) as { i?: unknown }
  return message(i, 'any', value)
}

/** Returns a message that belongs to no call. */
function stray(random: SeededRandom, number: number): FuzzedMessage {
  const value = { i: `stray ${number}`, t: random.pick([3, 4]), p: { e: random.pick(['message', 'done', 5]) } }
  return { ...message(null, 'nothing', value), id: null }
}

/** Returns a message that cannot be parsed, and so belongs to no call. */
function unreadable(random: SeededRandom, text: string): FuzzedMessage {
  const payload = random.pick([
    () => Buffer.from(text.slice(0, random.whole(1, text.length - 1))),
    () => Buffer.from(nested(20_000)),
    () => Buffer.from(JSON.stringify(random.pick(wrongValues.filter((value) => typeof value !== 'object')))),
    () =>
      Buffer.from(
        JSON.stringify({ i: random.pick(wrongIds.filter((id) => typeof id !== 'string')), p: { u: '/app/info' } }),
      ),
    () => Buffer.from(`{"i":"1","p":${JSON.stringify(random.pick(['x', { u: 5 }, { u: 'no address' }, []]))}}`),
    () => Buffer.from(`${text}${text}`),
  ])()
  const opcode = random.pick([opcodes.text, opcodes.binary])
  return { bytes: frame({ opcode, payload }), id: null, owed: 'close' }
}

function inFragments(random: SeededRandom, id: unknown, value: unknown): FuzzedMessage {
  const payload = Buffer.from(JSON.stringify(value))
  const cut = random.whole(0, payload.length)
  const bytes = Buffer.concat([
    frame({ opcode: opcodes.text, payload: payload.subarray(0, cut), isFinal: false }),
    ...(random.chance(0.3) ? [frame({ opcode: opcodes.ping, payload: Buffer.from('?') })] : []),
    frame({ opcode: opcodes.goesOn, payload: payload.subarray(cut) }),
  ])
  return { bytes, id: keyOf(id), owed: 'answer' }
}

function control(random: SeededRandom): FuzzedMessage {
  if (random.chance(0.7)) {
    const opcode = random.pick([opcodes.ping, opcodes.pong])
    return { bytes: frame({ opcode, payload: Buffer.alloc(random.whole(0, 125)) }), id: null, owed: 'nothing' }
  }
  const payload = random.pick([Buffer.alloc(0), Buffer.from([0x03, 0xe8]), Buffer.from([0x03]), Buffer.from([0, 1])])
  return { bytes: frame({ opcode: opcodes.close, payload }), id: null, owed: 'close' }
}

function wrongFrame(random: SeededRandom, payload: Buffer): FuzzedMessage {
  const { text } = opcodes
  const bytes = random.pick([
    () => frame({ opcode: text, payload, isMasked: false }),
    () => frame({ opcode: text, payload, reserved: random.pick([0x10, 0x20, 0x40]) }),
    () => frame({ opcode: random.pick([3, 7, 11, 15]), payload }),
    () => frame({ opcode: opcodes.goesOn, payload }),
    () => frame({ opcode: text, payload, said: maxMessageBytes }),
    () => frame({ opcode: opcodes.ping, payload, isFinal: false }),
    () => frame({ opcode: text, payload: Buffer.from([0xc3, 0x28]) }),
    () => frame({ opcode: opcodes.ping, payload: brokenText(random, 'too long for a ping'.repeat(10)), said: 200 }),
  ])()
  return { bytes, id: null, owed: 'close' }
}
