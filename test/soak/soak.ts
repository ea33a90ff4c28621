/**
 * Runs the engine under load while its servers, and the engine itself, are killed at random. Every call has its own
 * nonce and must have exactly one outcome. Nothing may be mixed up, hang or be left behind.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '#test/support/processList'
import { SoakBridge } from '#test/soak/soakBridge'
import { makeCall } from '#test/soak/soakCalls'
import { legacyClient, modernClient, type SoakClient } from '#test/soak/soakClient'
import { SoakEngine } from '#test/soak/soakEngine'
import { slugs, SoakServers } from '#test/soak/soakServers'
import { type SeededRandom, seededRandom } from '#test/soak/seededRandom'
import { Tally } from '#test/soak/tally'
import { judge, straysIn } from '#test/soak/verdict'

export interface SoakOptions {
  readonly seconds: number
  readonly seed: number
  /** An empty folder for this soak only. */
  readonly folder: string
  readonly print: (line: string) => void
  /** The command to run. Absent for the built command. */
  readonly command?: string | undefined
}

export interface SoakFigures {
  readonly seed: number
  readonly seconds: number
  readonly calls: number
  readonly outcomes: Readonly<Record<string, number>>
  readonly serverKills: number
  /** The number of deaths, dropped streams and dropped sessions of remote servers. */
  readonly remoteFaults: number
  readonly engineKills: number
  readonly restarts: number
  readonly toggles: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly rssMb: { readonly start: number; readonly end: number; readonly most: number }
  readonly violations: readonly string[]
}

const callTimeoutMs = 5_000
/**
 * How long a client waits for an answer. Beyond its timeout, a call may wait for the tick that ends it, and for an
 * engine that is starting.
 */
const patienceMs = callTimeoutMs + 15_000
const maxRssMb = 700
const linesPerClient = 4

export async function runSoak(options: SoakOptions): Promise<SoakFigures> {
  const { seconds, seed, folder, print } = options
  const random = seededRandom(seed)
  const tally = new Tally()
  const engine = new SoakEngine(folder, options.command)
  const servers = await SoakServers.start()
  const pids: number[] = []
  let clients: readonly SoakClient[] = []
  let over = false
  const start = async () => {
    await engine.start()
    pids.push(engine.pid)
    for (const client of clients) if (client instanceof SoakBridge) client.resume()
  }
  const kill = async () => {
    for (const client of clients) if (client instanceof SoakBridge) client.pause()
    await engine.kill()
  }

  print(`soak: ${seconds} s, seed ${seed}`)
  await start()
  try {
    await servers.addTo(engine, callTimeoutMs)
    clients = makeClients(engine, tally)
    const working = clients.flatMap((client, place) =>
      Array.from({ length: linesPerClient }, (_, line) =>
        work(engine, client, seededRandom(seed + 1_000 * place + line + 1), tally, () => over),
      ),
    )
    await delay(2_000)
    const rss = { start: engine.rssMb(), end: 0, most: 0 }
    const watching = watchMemory(engine, rss, () => over)
    await rage({ engine, servers, start, kill, random, tally, print }, performance.now() + seconds * 1_000 - 2_000)
    over = true
    await Promise.all([...working, watching])
    await Promise.all(clients.map((client) => client.close()))
    rss.end = engine.rssMb()
    if (rss.most > maxRssMb) tally.violation(`the engine took ${rss.most} MB`)
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
    await Promise.all(clients.map((client) => client.close()))
    await servers.close()
    if (engine.url !== null) await engine.kill()
    for (const pid of engine.servers()) endNow(pid)
  }
}

function makeClients(engine: SoakEngine, tally: Tally): SoakClient[] {
  const onOffence = (what: string) => tally.violation(what)
  const optionsOf = (name: string) => {
    const onStream = (text: string) => {
      for (const nonce of straysIn(text, name)) tally.violation(`${nonce} appeared on the stream of ${name}`)
    }
    return { engine, name, patienceMs, onStream, onOffence }
  }
  return [
    ...['l1', 'l2'].map((name) => legacyClient(optionsOf(name))),
    ...['m1', 'm2'].map((name) => modernClient(optionsOf(name))),
    new SoakBridge(optionsOf('b1'), 'legacy'),
    new SoakBridge(optionsOf('b2'), 'modern'),
  ]
}

/** Makes one call after another. Each busy client runs several of these lines at the same time. */
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
    tally.counts.calls++
    // With purely random ids, two calls from a client would occasionally share an id, which looks like a second answer.
    const id = random.whole(1, 2 ** 20) * 2 ** 31 + tally.counts.calls
    const startedAt = performance.now()
    const { ends, url } = engine
    const answered = await client.call(call, id)
    const { kind, violations } = judge(call, id, answered)
    tally.ended(kind, performance.now() - startedAt)
    for (const violation of violations) tally.violation(violation)
    if (kind === 'no engine' && url !== null && engine.ends === ends)
      tally.violation(`${call.nonce} (${call.target}) lost its connection, but the engine was running`)
    await delay(random.whole(0, 30))
  }
}

interface Rage {
  readonly engine: SoakEngine
  readonly servers: SoakServers
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
  readonly random: SeededRandom
  readonly tally: Tally
  readonly print: (line: string) => void
}

/** Switches, kills and restarts at random until the time is over. At the end, every server is switched on. */
async function rage({ engine, servers, start, kill, random, tally, print }: Rage, until: number): Promise<void> {
  let nextDeath = performance.now() + random.whole(4_000, 10_000)
  while (performance.now() < until) {
    await delay(random.whole(50, 500))
    if (performance.now() >= nextDeath) {
      const orphans = engine.servers()
      await kill()
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
    } else if (random.chance(0.2)) {
      servers.disturb(random)
      tally.counts.remoteFaults++
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

/** Asserts that servers that are switched off do not run, whatever was started, killed and switched before. */
async function checkOff(engine: SoakEngine, tally: Tally): Promise<void> {
  for (const slug of slugs) await switchServer(engine, slug, false, tally)
  await eventually(20_000, 'servers that are switched off do not run', () => engine.servers().length === 0).catch(
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
    // The process is already gone.
  }
}
