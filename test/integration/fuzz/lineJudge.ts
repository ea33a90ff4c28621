/**
 * Determines which answers MCP lines require, and finds the faults in the actual answers. It reads the sent bytes by
 * rules of its own, which are those of JSON-RPC and the documented limits.
 */

/** The answers that lines require. Ids are written as JSON. */
export interface Owed {
  /** The ids of the requests that get exactly one answer. */
  readonly answered: readonly string[]
  /**
   * The ids of the requests that may get one answer: they may have been cancelled, or be part of something that is
   * refused as a whole.
   */
  readonly perhaps: readonly string[]
  /** The number of lines without a readable id, each of which is refused. */
  readonly refused: number
  readonly perhapsRefused: number
}

const maxLineBytes = 4 * 1_024 * 1_024
const maxIdLength = 1_024
const maxMethodLength = 128
const maxLevels = 1_024
/** The methods of requests that go on to a server, and so may be cancelled. */
const carried = new Set(['tools/call', 'prompts/get', 'resources/read', 'completion/complete'])

interface Member {
  /** The id as JSON, or null if it is not readable. */
  readonly id: string | null
  readonly isOwed: boolean
  readonly method: string | null
}

interface Line {
  readonly isBatch: boolean
  readonly members: readonly Member[]
}

export function owedFor(bytes: Buffer): Owed {
  const lines = linesOf(bytes).map(lineOf)
  const methods = lines.flatMap(({ members }) => members).map(({ method }) => method)
  const takesBack = methods.includes('notifications/cancelled')
  const isSure = ({ method }: Member) => method !== 'subscriptions/listen' && !(takesBack && carried.has(method ?? ''))
  const single = lines.flatMap(({ isBatch, members }) => (isBatch ? [] : members)).filter(({ isOwed }) => isOwed)
  const batches = lines.filter(({ isBatch }) => isBatch)
  const batched = batches.flatMap(({ members }) => members)
  const sure = idsOf(single.filter(isSure))
  // The second of two requests with the same id may or may not get an answer of its own.
  const twice = sure.filter((id, place) => sure.indexOf(id) !== place)
  return {
    answered: [...new Set(sure)],
    perhaps: [...twice, ...idsOf(single.filter((member) => !isSure(member))), ...idsOf(batched)],
    refused: single.filter(({ id }) => id === null).length,
    perhapsRefused: batches.length + batched.filter(({ id }) => id === null).length,
  }
}

function idsOf(members: readonly Member[]): string[] {
  return members.flatMap(({ id }) => id ?? [])
}

const unreadable: Member = { id: null, isOwed: true, method: null }

function lineOf(line: Buffer): Line {
  const value = line.length > maxLineBytes ? undefined : parsed(line)
  if (value === undefined || isTooDeep(value)) return { isBatch: false, members: [unreadable] }
  if (Array.isArray(value)) return { isBatch: true, members: value.map((item: unknown) => memberOf(item)) }
  return { isBatch: false, members: [memberOf(value)] }
}

function memberOf(value: unknown): Member {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable
  const { jsonrpc, id, method, params, result, error } = value as Record<string, unknown>
  const isId = typeof id === 'string' ? id.length <= maxIdLength : Number.isSafeInteger(id)
  const named = { id: isId ? JSON.stringify(id) : null, method: typeof method === 'string' ? method : null }
  const isNamed = params === undefined || (typeof params === 'object' && params !== null && !Array.isArray(params))
  const isTold = id === undefined && named.method !== null && named.method.length <= maxMethodLength && isNamed
  const isAnswer = method === undefined && isId && (result === undefined) !== (error === undefined)
  return { ...named, isOwed: jsonrpc !== '2.0' || !(isTold || isAnswer) }
}

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= maxLevels; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return false
  }
  return level.some((one) => typeof one === 'object' && one !== null)
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  let start = 0
  for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
    const line = bytes.subarray(start, end)
    start = end + 1
    const whole = line.at(-1) === 0x0d ? line.subarray(0, -1) : line
    if (whole.length > 0) lines.push(whole)
  }
  return lines
}

/** Returns the text's JSON value, or undefined, which is no JSON value, if the text is not JSON. */
function parsed(text: Buffer | string): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Counts the answers and refusals that a client has received. */
export class LineEar {
  readonly wrong: string[] = []
  readonly #answers = new Map<string, number>()
  #refusals = 0

  take(line: string): void {
    const value = parsed(line)
    for (const message of Array.isArray(value) ? value : [value]) this.#takeOne(message)
  }

  hasAll({ answered, refused }: Owed): boolean {
    return this.#refusals >= refused && [...countsOf(answered)].every(([id, count]) => this.#count(id) >= count)
  }

  /**
   * Returns the faults. `isWhole` means that everything was sent and the connection stayed open, so no answer may be
   * missing.
   */
  flaws(owed: Owed, isWhole: boolean): readonly string[] {
    const { answered, perhaps, refused, perhapsRefused } = owed
    const most = countsOf([...answered, ...perhaps])
    const least = countsOf(answered)
    const unasked = [...this.#answers].filter(([id, count]) => count > (most.get(id) ?? 0)).map(([id]) => id)
    const missing = [...least].filter(([id, count]) => this.#count(id) < count).map(([id]) => id)
    return [
      ...this.wrong,
      ...unasked.map((id) => `an answer to ${short(id)}, which was not asked`),
      ...(this.#refusals > refused + perhapsRefused ? [`${this.#refusals} refusals of ${refused} lines`] : []),
      ...(isWhole ? missing.map((id) => `no answer to ${short(id)}`) : []),
      ...(isWhole && this.#refusals < refused ? [`${this.#refusals} refusals of ${refused} lines`] : []),
    ]
  }

  #count(id: string): number {
    return this.#answers.get(id) ?? 0
  }

  #takeOne(message: unknown): void {
    if (typeof message !== 'object' || message === null) return this.#note('not a message', message)
    const { jsonrpc, id, method, result, error } = message as Record<string, unknown>
    if (jsonrpc !== '2.0') return this.#note('not JSON-RPC', message)
    if (typeof method === 'string') {
      if (id !== undefined || !method.startsWith('notifications/'))
        this.#note('a question that must not be asked', message)
      return
    }
    if ((result === undefined) === (error === undefined)) return this.#note('neither a result nor an error', message)
    if (error !== undefined && !isClear(error)) this.#note('no clear error', message)
    if (id === undefined) this.#refusals += 1
    else this.#answers.set(JSON.stringify(id), this.#count(JSON.stringify(id)) + 1)
  }

  #note(what: string, message: unknown): void {
    this.wrong.push(`${what}: ${short(JSON.stringify(message) ?? '')}`)
  }
}

/** Returns whether the error has a message for people and is not an internal fault. */
function isClear(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  return Number.isInteger(code) && code !== -32_603 && typeof message === 'string' && message !== ''
}

function countsOf(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

function short(text: string): string {
  return text.slice(0, 300)
}
