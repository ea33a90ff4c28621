/**
 * The engine under load while everything beneath it dies at random, and so does the engine itself. Every call has a
 * nonce of its own and must have exactly one outcome; nothing may cross, hang, or be left behind.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '#test/support/processList'
import { legacyClient, modernClient, type SoakCall, type SoakClient } from '#test/soak/soakClient'
import { SoakEngine } from '#test/soak/soakEngine'
import { type SeededRandom, seededRandom } from '#test/soak/seededRandom'
import { Tally } from '#test/soak/tally'
import { judge, noncePattern } from '#test/soak/verdict'

export interface SoakOptions {
  readonly seconds: number
  readonly seed: number
  /** An empty folder of its own. */
  readonly folder: string
  readonly print: (line: string) => void
  /** The command to run; the one that was built, if absent. */
  readonly command?: string | undefined
}

export interface SoakFigures {
  readonly seed: number
  readonly seconds: number
  readonly calls: number
  readonly outcomes: Readonly<Record<string, number>>
  readonly serverKills: number
  readonly engineKills: number
  readonly restarts: number
  readonly toggles: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly rssMb: { readonly start: number; readonly end: number; readonly most: number }
  readonly violations: readonly string[]
}

const callTimeoutMs = 5_000
/** Beyond its time-out a call may wait for the tick that ends it, and for an engine that is being started. */
const patienceMs = callTimeoutMs + 15_000
const mostRssMb = 700
const linesPerClient = 4

const servers = [
  ...['a', 'b', 'c'].map((name) => ({ name: `crew ${name}`, file: 'echo', args: [] as string[], group: 'crew' })),
  { name: 'dual', file: 'dual', args: [] },
  { name: 'modern', file: 'modern', args: [] },
  { name: 'noisy', file: 'noisy', args: [] },
  { name: 'flooding', file: 'flooding', args: ['--lines', '20'] },
  { name: 'stubborn', file: 'stubborn', args: [] },
  { name: 'mortal', file: 'crashing', args: ['--when', 'ready', '--after', '2500'] },
  { name: 'fatal', file: 'crashing', args: ['--when', 'call'] },
]
const slugs = servers.map(({ name }) => name.replace(' ', '-'))
const owners = ['crew', ...slugs.slice(3)]
const serversFolder = join(import.meta.dirname, '..', 'servers')

export async function runSoak(options: SoakOptions): Promise<SoakFigures> {
  const { seconds, seed, folder, print } = options
  const random = seededRandom(seed)
  const tally = new Tally()
  const engine = new SoakEngine(folder, options.command)
  const pids: number[] = []
  let over = false
  const start = async () => {
    await engine.start()
    pids.push(engine.pid)
  }

  print(`soak: ${seconds} s, seed ${seed}`)
  await start()
  try {
    await addServers(engine)
    const clients = makeClients(engine, tally)
    const working = clients.flatMap((client, place) =>
      Array.from({ length: linesPerClient }, (_, line) =>
        work(engine, client, seededRandom(seed + 1_000 * place + line + 1), tally, () => over),
      ),
    )
    await delay(2_000)
    const rss = { start: engine.rssMb(), end: 0, most: 0 }
    const watching = watchMemory(engine, rss, () => over)
    await rage(engine, start, random, tally, performance.now() + seconds * 1_000 - 2_000, print)
    over = true
    await Promise.all([...working, watching])
    for (const client of clients) client.close()
    rss.end = engine.rssMb()
    if (rss.most > mostRssMb) tally.violation(`the engine took ${rss.most} MB`)
    if (tally.ends !== tally.counts.calls)
      tally.violation(`${tally.counts.calls} calls were made, and ${tally.ends} outcomes came`)
    await checkOff(engine, tally)
    const code = await engine.stop()
    if (code !== 0) tally.violation(`the engine ended with code ${code}: ${engine.lastWords}`)
    checkIntegrity(engine, tally)
    await engine.nothingLeft(pids).catch((thrown: Error) => tally.violation(thrown.message))
    return {
      seed,
      seconds,
      ...tally.counts,
      outcomes: tally.outcomes(),
      p50Ms: tally.latencyMs(0.5),
      p99Ms: tally.latencyMs(0.99),
      rssMb: rss,
      violations: tally.violations,
    }
  } finally {
    over = true
    if (engine.url !== null) await engine.kill()
    for (const pid of engine.servers()) endNow(pid)
  }
}

async function addServers(engine: SoakEngine): Promise<void> {
  for (const { name, file, args, ...settings } of servers) {
    const launch = {
      transport: 'stdio',
      command: process.execPath,
      args: [join(serversFolder, `${file}.ts`), ...args],
      env: { TEST_MARK: engine.mark },
    }
    const answer = await engine.rest('POST', '/servers', { name, launch, timeoutMs: callTimeoutMs, ...settings })
    if (answer?.ok !== true) throw new Error(`${name} could not be added: ${await answer?.text()}`)
  }
}

function makeClients(engine: SoakEngine, tally: Tally): SoakClient[] {
  const make = (name: string, era: 'legacy' | 'modern') => {
    const onStream = (text: string) => {
      for (const [nonce] of text.matchAll(noncePattern)) tally.violation(`${nonce} appeared on the stream of ${name}`)
    }
    const options = { engine, name, patienceMs, onStream }
    return era === 'legacy' ? legacyClient(options) : modernClient(options)
  }
  return ['l1', 'l2', 'm1', 'm2'].map((name) => make(name, name.startsWith('l') ? 'legacy' : 'modern'))
}

/** One line of calls, one after another; several of them make a client that is busy. */
async function work(
  engine: SoakEngine,
  client: SoakClient,
  random: SeededRandom,
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const line = random.whole(0, 0xffff).toString(36)
  for (let number = 1; !isOver(); number++) {
    while (engine.url === null && !isOver()) await delay(20)
    const call = makeCall(random, `nonce-${client.name}x${line}-${number}-`)
    const id = random.whole(1, 2 ** 40)
    tally.counts.calls++
    const startedAt = performance.now()
    const { ends, url } = engine
    const answered = await client.call(call, id)
    const { kind, violations } = judge(call, id, answered)
    tally.ended(kind, performance.now() - startedAt)
    for (const violation of violations) tally.violation(violation)
    if (kind === 'no engine' && url !== null && engine.ends === ends)
      tally.violation(`${call.nonce} (${call.tool}) lost its connection, but the engine was there`)
    await delay(random.whole(0, 30))
  }
}

function makeCall(random: SeededRandom, nonce: string): SoakCall {
  const owner = random.pick(owners)
  const at = (tool: string, args: Record<string, unknown>, cancelAfterMs: number | null = null): SoakCall => ({
    tool: `${owner}__${tool}`,
    nonce,
    arguments: args,
    cancelAfterMs,
  })
  const dice = random.next()
  if (dice < 0.5) return at('echo', { text: nonce })
  if (dice < 0.75) {
    const ms = random.whole(20, 400)
    return at('slow', { ms, text: nonce }, random.chance(0.4) ? random.whole(0, ms) : null)
  }
  if (dice < 0.85) return at('logs', { text: nonce })
  if (dice < 0.93) return at('big', { bytes: random.whole(1, random.chance(0.1) ? 4_000_000 : 50_000) })
  if (dice < 0.96) return at('no_such_tool', {})
  return at(random.chance(0.5) ? 'fail' : 'rpcError', {})
}

/** Switches, kills and restarts at random until the time is over; then everything is up again. */
async function rage(
  engine: SoakEngine,
  start: () => Promise<void>,
  random: SeededRandom,
  tally: Tally,
  until: number,
  print: (line: string) => void,
): Promise<void> {
  let nextDeath = performance.now() + random.whole(4_000, 10_000)
  while (performance.now() < until) {
    await delay(random.whole(50, 500))
    if (performance.now() >= nextDeath) {
      const orphans = engine.servers()
      await engine.kill()
      tally.counts.engineKills++
      checkIntegrity(engine, tally)
      await delay(random.whole(0, 1_000))
      await start()
      tally.counts.restarts++
      await eventually(10_000, 'servers of a killed engine are ended', () =>
        orphans.every((pid) => !engine.servers().includes(pid)),
      ).catch((thrown: Error) => tally.violation(thrown.message))
      print(`soak: engine killed and started again, ${tally.counts.calls} calls so far`)
      nextDeath = performance.now() + random.whole(5_000, 15_000)
    } else await disturb(engine, random, tally)
  }
  for (const slug of slugs) await switchServer(engine, slug, true, tally)
}

async function disturb(engine: SoakEngine, random: SeededRandom, tally: Tally): Promise<void> {
  const slug = random.pick(slugs)
  const dice = random.next()
  if (dice < 0.25) {
    const pids = engine.servers()
    if (pids.length === 0) return
    tally.counts.serverKills++
    endNow(random.pick(pids))
  } else if (dice < 0.5) {
    await switchServer(engine, slug, random.chance(0.85), tally)
  } else if (dice < 0.85) {
    const names = [random.pick(['echo', 'slow', 'logs', 'big'])]
    const answer = await engine.rest('PUT', '/tools/enabled', { server: slug, names, enabled: random.chance(0.85) })
    tally.counts.toggles++
    if (answer !== null && !answer.ok) tally.violation(`a tool could not be toggled: ${await answer.text()}`)
  } else {
    await engine.rest('POST', `/servers/${slug}/restart`)
  }
}

/** Whatever was started, killed and switched before: what is switched off does not run. */
async function checkOff(engine: SoakEngine, tally: Tally): Promise<void> {
  for (const slug of slugs) await switchServer(engine, slug, false, tally)
  await eventually(20_000, 'servers that are switched off run no more', () => engine.servers().length === 0).catch(
    (thrown: Error) => tally.violation(thrown.message),
  )
}

async function switchServer(engine: SoakEngine, slug: string, enabled: boolean, tally: Tally): Promise<void> {
  const answer = await engine.rest('PUT', `/servers/${slug}/enabled`, { enabled })
  tally.counts.toggles++
  if (answer !== null && !answer.ok) tally.violation(`${slug} could not be switched: ${await answer.text()}`)
}

async function watchMemory(engine: SoakEngine, rss: { most: number }, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    if (engine.url !== null) rss.most = Math.max(rss.most, engine.rssMb())
    await delay(500)
  }
}

function checkIntegrity(engine: SoakEngine, tally: Tally): void {
  const said = engine.integrity()
  if (said !== 'ok') tally.violation(`kb.db is damaged: ${said}`)
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
