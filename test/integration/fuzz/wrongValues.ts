/** Wrong input of every kind for all doors: wrong values, changed fields, broken text. */
import type { SeededRandom } from '#test/soak/seededRandom'

export const wrongIds: readonly unknown[] = [
  1,
  'a',
  0,
  -1,
  1.5,
  null,
  {},
  [],
  true,
  2 ** 53,
  '',
  'x'.repeat(5_000),
  '__proto__',
]

export const methods = [
  'initialize',
  'tools/list',
  'tools/call',
  'tools/call',
  'prompts/get',
  'resources/read',
  'completion/complete',
  'ping',
  'server/discover',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
  'notifications/cancelled',
  'toString',
  '',
  'x'.repeat(2_000),
]

/** An object that cannot be converted to a string or a number. */
const unserialisable = { toString: 1, valueOf: null }

export const wrongValues: readonly unknown[] = [
  null,
  1,
  'echo',
  '',
  [],
  {},
  { name: 'echo' },
  { name: 5 },
  { name: 'echo', arguments: 7 },
  { name: 'echo', _meta: 1 },
  { uri: '../../etc/passwd' },
  { uri: unserialisable },
  { name: unserialisable, uri: unserialisable, level: unserialisable, requestId: unserialisable },
  { ref: { type: 'ref/prompt' }, argument: {} },
  { requestState: 'switchboard.x.1.y', inputResponses: [], name: 'echo' },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  unserialisable,
  -0.5,
  1e308,
  '\u0000\u001b[2J\ud800',
  'x'.repeat(20_000),
]

/** Returns the value with one fault: a field that is wrong, missing or added. */
export function mutated(random: SeededRandom, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return random.pick(wrongValues)
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.3)) return [...value, random.pick(wrongValues)]
    const place = random.whole(0, value.length - 1)
    return value.map((item: unknown, index) => (index === place ? mutated(random, item) : item))
  }
  const entries: [string, unknown][] = Object.entries(value)
  if (entries.length === 0 || random.chance(0.1)) {
    return Object.fromEntries([...entries, [random.pick(['__proto__', 'constructor', 'x']), random.pick(wrongValues)]])
  }
  const [key, inner] = random.pick(entries)
  const others = entries.filter(([name]) => name !== key)
  if (random.chance(0.2)) return Object.fromEntries(others)
  return { ...value, [key]: mutated(random, inner) }
}

export function nested(levels: number): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`
}

/**
 * Returns `text` after a fault: cut off, twice in a row, with one wrong byte, or replaced by too deep nesting or random
 * bytes.
 */
export function brokenText(random: SeededRandom, text: string): Buffer {
  switch (random.whole(0, 4)) {
    case 0:
      return Buffer.from(text.slice(0, random.whole(0, text.length)))
    case 1:
      return Buffer.from(nested(20_000))
    case 2:
      return anyBytes(random, 200)
    case 3:
      return Buffer.from(`${text}${text}`)
    default: {
      const broken = Buffer.from(text)
      broken[random.whole(0, broken.length - 1)] = random.whole(0, 255)
      return broken
    }
  }
}

export function anyBytes(random: SeededRandom, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.whole(0, 255)))
}

/** Returns the bytes as they may arrive over a wire: in one piece, or cut anywhere. */
export function inPieces(random: SeededRandom, bytes: Buffer): readonly Buffer[] {
  if (random.chance(0.5)) return [bytes]
  const cuts = Array.from({ length: random.whole(1, 5) }, () => random.whole(0, bytes.length)).toSorted((a, b) => a - b)
  return [0, ...cuts].map((cut, index) => bytes.subarray(cut, cuts[index] ?? bytes.length))
}
