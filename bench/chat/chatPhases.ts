/** The chat measurements, each in its own process. */
import { setTimeout } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { BenchChat } from '#bench/chat/benchChat'
import { writeLongConversation } from '#bench/chat/longConversation'
import type { Stamp } from '#bench/chat/stampServer'
import { monotonicMs, type Round } from '#bench/chat/wire'
import { latency, median } from '#bench/report/statistics'

/** `collect` runs a full garbage collection. */
export interface PhaseTools {
  readonly folder: string
  readonly collect: () => void
}

const stampsOf = ({ results }: Round): Stamp[] => results.map((text) => JSON.parse(text) as Stamp)

/** Measures from the end of a tool use in the stream until the server receives the call. */
async function wire({ folder }: PhaseTools) {
  const chat = await BenchChat.open(folder)
  await chat.watch()
  const calls = async (turns: number): Promise<Round[]> => {
    for (let turn = 0; turn < turns; turn++) await chat.turn({ uses: [['stamp', {}]] })
    return [...(await chat.endpoint.figures()).rounds]
  }
  await calls(100)
  const rounds = await calls(300)
  const times = rounds.map((round) => (stampsOf(round)[0]?.receivedAt ?? Number.NaN) - (round.stopsAt[0] ?? Number.NaN))
  await chat.close()
  const { p50, p99 } = latency(times)
  return { wireP50Ms: p50, wireP99Ms: p99 }
}

const parallelCalls = 20

/**
 * Measures from the end of the last tool use to the request with the results, compared with the slowest call at the
 * server.
 */
async function parallel({ folder }: PhaseTools) {
  const chat = await BenchChat.open(folder)
  await chat.watch()
  const uses = Array.from({ length: parallelCalls }, () => ['stamp', { ms: 200 }] as const)
  await chat.turn({ uses })
  await chat.endpoint.figures()
  for (let turn = 0; turn < 10; turn++) await chat.turn({ uses })
  const { rounds } = await chat.endpoint.figures()
  await chat.close()
  const shares = rounds.map((round) => {
    const slowest = Math.max(...stampsOf(round).map(({ receivedAt, answeredAt }) => answeredAt - receivedAt))
    return (round.resultsAt - (round.stopsAt.at(-1) ?? Number.NaN)) / slowest
  })
  return { parallelShare: median(shares) }
}

/** Opens a conversation of 10,000 messages and sends one more. */
async function long({ folder }: PhaseTools) {
  await writeLongConversation(folder, 10_000)
  const chat = await BenchChat.open(folder)
  const startedAt = performance.now()
  await chat.watch()
  const openMs = performance.now() - startedAt
  const turnMs: number[] = []
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  for (let turn = 0; turn < 10; turn++) {
    const sentAt = monotonicMs()
    await chat.turn({ say: 'Yes.' })
    turnMs.push((await chat.endpoint.figures()).lastRequestAt - sentAt)
  }
  const longestTaskMs = delays.max / 1e6
  await chat.close()
  return { openMs, firstTurnMs: turnMs[0] ?? Number.NaN, laterTurnMs: median(turnMs.slice(1)), longestTaskMs }
}

/** Measures the memory that is still in use after an hour's work: 600 turns, each with a tool call. */
async function heap({ folder, collect }: PhaseTools) {
  const chat = await BenchChat.open(folder)
  await chat.watch()
  const turns = async (count: number): Promise<number> => {
    for (let turn = 0; turn < count; turn++)
      await chat.turn({ uses: [['stamp', { text: 'x'.repeat(500) }]], padding: 'p'.repeat(500) })
    for (let round = 0; round < 3; round++) collect()
    await setTimeout(500)
    collect()
    return process.memoryUsage().heapUsed
  }
  const early = await turns(30)
  const late = await turns(600)
  const { rounds } = await chat.endpoint.figures()
  await chat.close()
  if (rounds.length !== 630) throw new Error(`${rounds.length} of 630 turns called their tool.`)
  return { heapBytes: late - early }
}

/**
 * Measures the repeated share of requests while 200 tools are used in 10 turns, with a search and a restart of the
 * server in between.
 */
async function prefixOf(folder: string, kind: 'anthropic' | 'custom'): Promise<number> {
  const chat = await BenchChat.open(folder, { tools: 200, kind, measuresPrefix: true })
  await chat.watch()
  const input = { text: 'x' }
  const call =
    kind === 'anthropic'
      ? (['extra_150', input] as const)
      : (['call_tool', { name: 'extra_150', arguments: input }] as const)
  for (let turn = 0; turn < 10; turn++) {
    if (turn === 5) chat.engine.registry.restart('stamp')
    const use = turn === 3 ? (['find_tools', { query: 'extra_150' }] as const) : call
    await chat.turn({ uses: [use], padding: 'words that fill a message '.repeat(20) })
  }
  const { prefixShare, requests } = await chat.endpoint.figures()
  await chat.close()
  if (requests !== 20) throw new Error(`There were ${requests} requests, not 20.`)
  return prefixShare
}

async function prefixAnthropic({ folder }: PhaseTools) {
  return { anthropicPrefix: await prefixOf(folder, 'anthropic') }
}

async function prefixCustom({ folder }: PhaseTools) {
  return { customPrefix: await prefixOf(folder, 'custom') }
}

/** Streams 2,000 tokens a second into a conversation of 200 messages that a client follows. */
async function stream({ folder }: PhaseTools) {
  await writeLongConversation(folder, 200)
  const chat = await BenchChat.open(folder)
  await chat.watch()
  await chat.turn({ stream: { tokens: 2000, perSecond: 2000 } })
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  await chat.turn({ stream: { tokens: 12_000, perSecond: 2000 } })
  delays.disable()
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - 1)
  await chat.close()
  return { streamP99Ms: late(delays.percentile(99)), streamMaxMs: late(delays.max) }
}

export const chatPhases = { wire, parallel, long, heap, prefixAnthropic, prefixCustom, stream } as const
export type ChatPhase = keyof typeof chatPhases
export const chatPhaseNames = Object.keys(chatPhases) as readonly ChatPhase[]

type Taken<Phase extends ChatPhase> = Awaited<ReturnType<(typeof chatPhases)[Phase]>>
export type ChatFigures = Readonly<
  Taken<'wire'> &
    Taken<'parallel'> &
    Taken<'long'> &
    Taken<'heap'> &
    Taken<'prefixAnthropic'> &
    Taken<'prefixCustom'> &
    Taken<'stream'>
>
