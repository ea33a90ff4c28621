/** Sends lines on one channel at the control socket, and checks the answers. */
import type { NetConnectOpts } from 'node:net'
import type { Heard } from '#test/integration/fuzz/fuzz'
import { LineEar, owedFor } from '#test/integration/fuzz/lineJudge'
import { type FuzzedLines, fuzzedLines } from '#test/integration/fuzz/mcpLines'
import { RawConnection } from '#test/integration/fuzz/rawConnection'
import { endingOf, type WebSocketTalk } from '#test/integration/fuzz/webSocketTalk'
import type { SeededRandom } from '#test/soak/seededRandom'

export interface LineTalk {
  readonly lines: FuzzedLines
  readonly isJoined: boolean
  readonly ending: WebSocketTalk['ending']
}

export function fuzzedLineTalk(random: SeededRandom): LineTalk {
  return { lines: fuzzedLines(random, 'line'), isJoined: random.chance(0.3), ending: endingOf(random) }
}

export function linesHead(query: string): string {
  return `GET /lines${query} HTTP/1.1\r\nHost: control\r\nConnection: Upgrade\r\nUpgrade: switchboard-lines\r\n\r\n`
}

const headEnd = '\r\n\r\n'

export async function talkInLines(to: NetConnectOpts, head: string, plan: LineTalk): Promise<Heard> {
  const { pieces } = plan.lines
  const owed = owedFor(Buffer.concat(pieces))
  const stays = plan.ending === 'stay'
  const connection = new RawConnection(to)
  const isIn = await connection.enter(Buffer.from(head), pieces, plan.isJoined)
  if (plan.ending === 'end') connection.end()
  const isOver = (heard: Buffer) => stays && earOf(heard).hasAll(owed)
  const ended = plan.ending === 'drop' || !isIn ? 'closed' : await connection.until(isOver)
  await connection.drop()
  const text = connection.heard.toString()
  const wrong = isIn ? [...earOf(connection.heard).flaws(owed, stays)] : ['not let in']
  if (ended === (stays ? 'closed' : 'late')) wrong.push(`the channel is ${ended}`)
  return { text, wrong }
}

/** Returns what was heard, without the last line, which may still be incomplete. */
function earOf(heard: Buffer): LineEar {
  const ear = new LineEar()
  const text = heard.toString()
  const start = text.indexOf(headEnd)
  if (start === -1) return ear
  for (const line of text
    .slice(start + headEnd.length)
    .split('\n')
    .slice(0, -1))
    ear.take(line)
  return ear
}
