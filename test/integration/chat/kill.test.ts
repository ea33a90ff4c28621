/**
 * Kills the engine at each point of a chat run, which must be consistent afterwards. Engine and model endpoint are real
 * processes, and `kill -9` ends the engine.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { MessageWindow, RunState, ToolCallBlock } from '#contract/chat/chat'
import type { Order } from '#test/integration/chat/chatProcess'
import { type Reply, say, type Seen, startMessagesApi, think, use } from '#test/support/messagesApi'
import { hasPart } from '#test/support/parts/hasPart'
import { commandPath } from '#test/support/parts/parts'
import { temporaryFolder } from '#test/support/temporaryFolder'

interface Told {
  readonly ready?: true
  readonly pong?: true
  readonly found?: RunState
  readonly ended?: MessageWindow
  readonly failed?: string
  readonly asked?: number
}

class ChatEngine {
  readonly child: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #told: Told[] = []

  constructor(
    dataFolder: string,
    countFile: string,
    environment: Readonly<Record<string, string | undefined>>,
    ...more: readonly 'silent'[]
  ) {
    const file = join(import.meta.dirname, 'chatProcess.ts')
    this.child = fork(file, [dataFolder, countFile, ...more], {
      env: { ...environment, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#exited = once(this.child, 'exit')
    this.child.on('message', (told: Told) => this.#told.push(told))
    onTestFinished(() => this.kill())
  }

  order(order: Order): void {
    this.child.send(order)
  }

  async told<Key extends keyof Told>(key: Key): Promise<NonNullable<Told[Key]>> {
    return vi.waitFor(
      () => {
        const failed = this.#told.find((one) => one.failed !== undefined)?.failed
        if (failed !== undefined && key !== 'failed') throw new Error(failed)
        const found = this.#told.findLast((one) => one[key] !== undefined)?.[key]
        if (found === undefined) throw new Error(`the engine did not report ${key}`)
        return found
      },
      { timeout: 30_000, interval: 10 },
    )
  }

  async kill(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGKILL')
    await this.#exited
  }
}

interface KillPoint {
  readonly name: string
  /**
   * The answer during which the engine is killed, before its event `before`: 0 is the first answer, 1 the answer after
   * the tools.
   */
  readonly answer: 0 | 1
  readonly before: number
}

/**
 * The events of the first answer before which the engine is killed: one event during and one after each block. The
 * thinking block has the events 1 to 4, the text 5 to 8, the two tool uses 9 to 12 and 13 to 16.
 */
const places = [1, 3, 5, 7, 9, 11, 13, 15, 17, 18]
const points: readonly KillPoint[] = [
  ...places.map((before) => ({ name: `before event ${before} of the first answer`, answer: 0 as const, before })),
  { name: 'when the results have been sent', answer: 1, before: 0 },
  { name: 'during the answer to the results', answer: 1, before: 3 },
]

const hasResults = ({ body }: Seen) => body.messages.at(-1)?.content.some(({ type }) => type === 'tool_result') === true

function firstAnswer(number: number, ms = 0): Extract<Reply, { blocks: unknown }> {
  return {
    blocks: [
      think('Both.', `signature-${number}`),
      say('I count both.'),
      use(`one-${number}`, 'count', { name: 'one', ms }),
      use(`two-${number}`, 'count', { name: 'two', ms }),
    ],
  }
}

async function counted(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.split('\n').filter((line) => line.startsWith('begin'))
}

function callsIn({ messages }: MessageWindow): ToolCallBlock[] {
  return messages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'toolCall'))
}

/**
 * Checks the turn after a kill. A tool use without its result would be refused by the endpoint, and show as a failed
 * turn.
 */
function expectConsistent(ended: MessageWindow) {
  const turn = ended.messages.at(-1)
  expect(turn).toMatchObject({ role: 'assistant', status: 'complete' })
  expect(turn?.blocks.at(-1)).toMatchObject({ kind: 'text', text: 'Done.' })
  for (const { status } of callsIn(ended))
    expect(['succeeded', 'interrupted', 'cancelled', 'skipped']).toContain(status)
}

test.each(points)(
  '[R32] [R23] after a kill $name, the run continues, with nothing done twice and nothing lost',
  { timeout: 60_000 },
  async (point) => {
    const folder = await temporaryFolder()
    const countFile = join(folder, 'counted.txt')
    let killed = false
    let first: ChatEngine | null = null
    const killing = async () => {
      killed = true
      // The engine answers the ping only after it has read everything sent before.
      first?.order({ do: 'ping' })
      await first?.told('pong')
      await first?.kill()
    }
    const gate = (answer: 0 | 1) =>
      !killed && point.answer === answer ? { gate: { before: point.before, open: killing } } : {}
    const api = await startMessagesApi((request, number) =>
      hasResults(request) ? { blocks: [say('Done.')], ...gate(1) } : { ...firstAnswer(number), ...gate(0) },
    )
    first = new ChatEngine(folder, countFile, api.environment)
    await first.told('ready')
    first.order({ do: 'send' })
    await once(first.child, 'exit')
    expect(killed).toBe(true)

    const second = new ChatEngine(folder, countFile, api.environment)
    await second.told('ready')
    second.order({ do: 'resume', calls: 'left' })
    expect((await second.told('found')).kind).toBe('interrupted')
    const ended = await second.told('ended')
    expectConsistent(ended)
    const begun = await counted(countFile)
    expect(begun.length).toBe(new Set(begun).size)
    // A result that was sent before the kill still exists.
    if (point.answer === 1) expect(callsIn(ended).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  },
)

test.each([
  { calls: 'left', times: 1, status: 'interrupted' },
  { calls: 'runAgain', times: 2, status: 'succeeded' },
  { calls: 'skip', times: 1, status: 'skipped' },
] as const)(
  'after a kill while tools are running, the calls are made again only on request ($calls)',
  { timeout: 60_000 },
  async ({ calls, times, status }) => {
    const folder = await temporaryFolder()
    const countFile = join(folder, 'counted.txt')
    let ms = 600_000
    const api = await startMessagesApi((request, number) =>
      hasResults(request) ? { blocks: [say('Done.')] } : firstAnswer(number, ms),
    )
    const first = new ChatEngine(folder, countFile, api.environment)
    await first.told('ready')
    ms = calls === 'runAgain' ? 300 : 600_000
    first.order({ do: 'send' })
    await vi.waitFor(async () => expect(await counted(countFile)).toHaveLength(2), { timeout: 30_000, interval: 5 })
    await first.kill()

    const second = new ChatEngine(folder, countFile, api.environment)
    await second.told('ready')
    second.order({ do: 'resume', calls })
    expect(await second.told('found')).toEqual({ kind: 'interrupted', toolUseIds: ['one-0', 'two-0'] })
    const ended = await second.told('ended')
    expectConsistent(ended)
    expect(callsIn(ended).map((call) => call.status)).toEqual([status, status])
    expect(await counted(countFile)).toHaveLength(2 * times)
  },
)

test('[R23] after another kill, once calls were skipped: the calls are over, the person is not asked about them, and the model is told', async () => {
  const folder = await temporaryFolder()
  const countFile = join(folder, 'counted.txt')
  let killed = false
  let second: ChatEngine | null = null
  const told: unknown[] = []
  const killing = async () => {
    killed = true
    await second?.kill()
  }
  const api = await startMessagesApi((request, number) => {
    if (!hasResults(request)) return firstAnswer(number, 600_000)
    told.push(request.body.messages.at(-1)?.content)
    return { blocks: [say('Done.')], ...(killed ? {} : { gate: { before: 3, open: killing } }) }
  })
  const first = new ChatEngine(folder, countFile, api.environment)
  await first.told('ready')
  first.order({ do: 'send' })
  await vi.waitFor(async () => expect(await counted(countFile)).toHaveLength(2), { timeout: 30_000, interval: 5 })
  await first.kill()

  second = new ChatEngine(folder, countFile, api.environment)
  await second.told('ready')
  second.order({ do: 'resume', calls: 'skip' })
  await once(second.child, 'exit')
  expect(killed).toBe(true)

  const third = new ChatEngine(folder, countFile, api.environment)
  await third.told('ready')
  third.order({ do: 'resume', calls: 'runAgain' })
  expect(await third.told('found')).toEqual({ kind: 'interrupted', toolUseIds: [] })
  const ended = await third.told('ended')
  expectConsistent(ended)
  expect(callsIn(ended).map(({ status }) => status)).toEqual(['skipped', 'skipped'])
  expect(await counted(countFile)).toHaveLength(2)
  expect(told).toHaveLength(2)
  expect(told[1]).toMatchObject([{ is_error: true }, { is_error: true }])
  expect(JSON.stringify(told[1])).toContain('The person skipped this call: it is not made again.')
})

test('[R23] after a kill while a person is asked: the calls were certainly never sent, so the person is asked again, and they are made', async () => {
  const folder = await temporaryFolder()
  const countFile = join(folder, 'counted.txt')
  const api = await startMessagesApi((request, number) =>
    hasResults(request) ? { blocks: [say('Done.')] } : firstAnswer(number),
  )
  const first = new ChatEngine(folder, countFile, api.environment, 'silent')
  await first.told('ready')
  first.order({ do: 'send' })
  await vi.waitFor(async () => expect(await first.told('asked')).toBe(2), { timeout: 30_000, interval: 10 })
  await first.kill()

  const second = new ChatEngine(folder, countFile, api.environment)
  await second.told('ready')
  second.order({ do: 'resume', calls: 'left' })
  expect(await second.told('found')).toEqual({ kind: 'interrupted', toolUseIds: [] })
  const ended = await second.told('ended')
  expectConsistent(ended)
  expect(callsIn(ended).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(await counted(countFile)).toHaveLength(2)
})

test.runIf(process.platform === 'linux' && hasPart('processLimits'))(
  '[R32] a full disk ends the run with an explanation, sends no unrecorded call, and loses nothing that was stored',
  { timeout: 60_000 },
  async () => {
    const folder = await temporaryFolder()
    const countFile = join(folder, 'counted.txt')
    const long = 'words that have to be stored '.repeat(200_000)
    const api = await startMessagesApi((request, number) => {
      if (hasResults(request)) return { blocks: [say('Done.')] }
      return {
        blocks: [
          say('It begins.'),
          say(number === 0 ? long : 'Short.'),
          use(`one-${number}`, 'count', { name: 'one' }),
        ],
      }
    })
    // Limits every file of this process to 2 MB. For a database, this has the effect of a full disk.
    const first = new ChatEngine(folder, countFile, api.environment)
    await first.told('ready')
    execFileSync(commandPath('prlimit'), ['--pid', String(first.child.pid), '--fsize=2000000'])
    first.order({ do: 'send' })
    const failed = await first.told('ended')
    expect(failed.messages.at(-1)).toMatchObject({ role: 'assistant', status: 'failed' })
    expect(JSON.stringify(failed.messages.at(-1)?.blocks.at(-1))).toMatch(/could not be stored/)
    expect(await counted(countFile)).toEqual([])
    await first.kill()

    const second = new ChatEngine(folder, countFile, api.environment)
    await second.told('ready')
    second.order({ do: 'resume', calls: 'left' })
    expect((await second.told('found')).kind).toBe('interrupted')
    expectConsistent(await second.told('ended'))
    expect(await counted(countFile)).toHaveLength(1)
  },
)
