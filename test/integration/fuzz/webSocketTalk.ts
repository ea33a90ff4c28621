/** Sends messages on one WebSocket, and checks the answers. */
import type { NetConnectOpts } from 'node:net'
import { type FuzzedMessage, fuzzedMessage, keyOf } from '#test/integration/fuzz/contractMessages'
import type { Heard } from '#test/integration/fuzz/fuzz'
import { RawConnection } from '#test/integration/fuzz/rawConnection'
import { framesIn, opcodes } from '#test/integration/fuzz/webSocketFrames'
import { inPieces } from '#test/integration/fuzz/wrongValues'
import type { SeededRandom } from '#test/soak/seededRandom'

export interface WebSocketTalk {
  readonly messages: readonly FuzzedMessage[]
  readonly pieces: readonly Buffer[]
  /** Whether the messages are sent without waiting for the upgrade. */
  readonly isJoined: boolean
  /**
   * What the client does after sending. `stay`: waits until everything is answered. `end`: closes the sending side.
   * `drop`: reads nothing.
   */
  readonly ending: 'stay' | 'end' | 'drop'
}

export function fuzzedTalk(random: SeededRandom): WebSocketTalk {
  const messages = Array.from({ length: random.whole(1, 6) }, (_, number) => fuzzedMessage(random, number))
  const pieces = inPieces(random, Buffer.concat(messages.map(({ bytes }) => bytes)))
  return { messages, pieces, isJoined: random.chance(0.3), ending: endingOf(random) }
}

export function endingOf(random: SeededRandom): WebSocketTalk['ending'] {
  const chance = random.next()
  return chance < 0.8 ? 'stay' : chance < 0.9 ? 'end' : 'drop'
}

export function webSocketHead(path: string, host: string): string {
  return (
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
  )
}

const headEnd = '\r\n\r\n'

export async function talk(to: NetConnectOpts, head: string, plan: WebSocketTalk): Promise<Heard> {
  const connection = new RawConnection(to)
  const isIn = await connection.enter(Buffer.from(head), plan.pieces, plan.isJoined)
  const ear = new ContractEar(plan.messages)
  if (plan.ending === 'end') connection.end()
  const mustClose = plan.ending === 'end' || ear.mustClose
  const isOver = (heard: Buffer) => isClosed(framesOf(heard)) || (!mustClose && ear.hasAll(framesOf(heard)))
  const ended = plan.ending === 'drop' || !isIn ? 'closed' : await connection.until(isOver)
  await connection.drop()
  const said = framesOf(connection.heard)
  const wrong = isIn ? ear.flaws(said) : ['not let in']
  if (plan.ending !== 'drop' && isIn) {
    const hasClosed = ended === 'closed' || isClosed(said)
    if (ended === 'late')
      wrong.push(mustClose ? 'the socket stays open' : `no answer to ${ear.missing(said).join(', ')}`)
    else if (hasClosed && !mustClose && !ear.mayClose) wrong.push('the socket was closed')
  }
  return { text: connection.heard.toString(), wrong }
}

function isClosed(frames: Frames): boolean {
  return frames.some(({ opcode }) => opcode === opcodes.close)
}

function framesOf(heard: Buffer) {
  const start = heard.indexOf(headEnd)
  return start === -1 ? [] : framesIn(heard.subarray(start + headEnd.length))
}

type Frames = ReturnType<typeof framesOf>

class ContractEar {
  readonly mustClose: boolean
  readonly mayClose: boolean
  readonly #messages: readonly FuzzedMessage[]

  constructor(messages: readonly FuzzedMessage[]) {
    this.#messages = messages
    this.mustClose = messages.some(({ owed }) => owed === 'close')
    this.mayClose = messages.some(({ owed }) => owed === 'any')
  }

  hasAll(frames: Frames): boolean {
    return this.missing(frames).length === 0
  }

  /** Returns the ids of unanswered calls. Calls with the same id count as one. */
  missing(frames: Frames): string[] {
    const answered = new Set(answersIn(frames).map(({ i }) => keyOf(i)))
    const owed = this.#messages.flatMap(({ id, owed: what }) => (what === 'answer' && id !== null ? [id] : []))
    return [...new Set(owed)].filter((id) => !answered.has(id))
  }

  flaws(frames: Frames): string[] {
    const ids = this.#messages.flatMap(({ id }) => id ?? [])
    const wrong: string[] = []
    const counts = new Map<string, number>()
    for (const { i, t, p } of answersIn(frames)) {
      const key = keyOf(i)
      if (!ids.includes(key)) wrong.push(`an answer to ${key.slice(0, 100)}, which was not asked`)
      if (t === undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
      const text = JSON.stringify(p) ?? ''
      if (text.includes('"code":"INTERNAL"')) wrong.push(`a fault: ${text.slice(0, 300)}`)
    }
    for (const [id, count] of counts) {
      if (count > ids.filter((one) => one === id).length) wrong.push(`${count} answers to ${id.slice(0, 100)}`)
    }
    return wrong
  }
}

interface Answer {
  readonly i?: unknown
  readonly t?: unknown
  readonly p?: unknown
}

function answersIn(frames: Frames): Answer[] {
  return frames
    .filter(({ opcode }) => opcode === opcodes.text)
    .map(({ payload }) => JSON.parse(payload.toString()) as Answer)
}
