/**
 * The process that calls, starts and kills hosted servers next to hand-made containers. Run as `node hostedProcess.ts
 * DOCKER RUNTIME WARM-UP CALLS SERVERS STARTS` in a scratch folder.
 */
import { setTimeout } from 'node:timers/promises'
import type { CallClient } from '#bench/calls/callClient'
import { attachByHand, startByHand } from '#bench/hosted/attachedByHand'
import { type BenchRuntime, rawDocker } from '#bench/hosted/benchDocker'
import { hostedEngine, registerMany, restClient, routerClient } from '#bench/hosted/hostedEngine'
import type { HostedFigures } from '#bench/hosted/measureHosted'
import { latency, median } from '#bench/report/statistics'
import type { Engine } from '#engine/createEngine'

const text = 'x'.repeat(100)
/** The kinds take turns in short rounds, so that other load on the machine affects them equally. */
const block = 20
/**
 * The number of kills of the one server that is killed. After one more crash within a minute, the engine would wait
 * before it restarts the server.
 */
const kills = 3
const deadlineMs = 30_000

const [url, runtime, ...amounts] = process.argv.slice(2) as [string, BenchRuntime, ...string[]]
const [warmUpCalls = 0, calls = 0, servers = 0, starts = 0] = amounts.map(Number)

async function callInTurns(clients: readonly Pick<CallClient, 'call'>[], each: number): Promise<number[][]> {
  const latencies = clients.map((): number[] => [])
  for (let made = 0; made < each; made += block) {
    for (const [place, client] of clients.entries()) {
      for (let one = 0; one < block; one++) {
        const startedAt = performance.now()
        const answered = await client.call(text)
        latencies[place]?.push(performance.now() - startedAt)
        if (answered !== text) throw new Error('The answer is not the text that was sent.')
      }
    }
  }
  return latencies
}

async function startHosted({ registry }: Engine, slugs: readonly string[]): Promise<number> {
  const connections = slugs.map((slug) => registry.connection(slug))
  await Promise.all(connections.map((connection) => connection.stop()))
  const startedAt = performance.now()
  for (const connection of connections) connection.start()
  await Promise.all(connections.map((_, place) => untilReady(registry.connection(slugs[place] ?? ''))))
  return performance.now() - startedAt
}

async function untilReady(connection: ReturnType<Engine['registry']['connection']>): Promise<void> {
  const late = setTimeout(deadlineMs, 'late', { ref: false })
  while (connection.state.kind !== 'ready') {
    if ((await Promise.race([connection.changed(), late])) === 'late')
      throw new Error('A server was not ready in time.')
  }
}

async function killed({ registry, hosting }: Engine, slug: string): Promise<number> {
  const { container_id: id } = await hosting.get(slug)
  const connection = registry.connection(slug)
  const startedAt = performance.now()
  await rawDocker(url)
    .getContainer(id ?? '')
    .kill()
  while (connection.state.kind === 'ready') await connection.changed()
  await untilReady(connection)
  return performance.now() - startedAt
}

const { engine, port, close } = await hostedEngine(process.cwd(), url)
try {
  const slugs = (await registerMany(engine, runtime, servers)).map(({ slug }) => slug)
  const [slug = ''] = slugs
  const [handStarts, hostedStarts]: [number[], number[]] = [[], []]
  for (let made = 0; made < starts; made++) {
    // Each of the two kinds comes first in half of the rounds.
    if (made % 2 === 0) handStarts.push(await startByHand(servers, url, runtime))
    hostedStarts.push(await startHosted(engine, slugs))
    await Promise.all(slugs.map((each) => engine.registry.connection(each).stop()))
    if (made % 2 === 1) handStarts.push(await startByHand(servers, url, runtime))
  }
  await startHosted(engine, [slug])
  const hand = await attachByHand(rawDocker(url), url, runtime)
  const rest = restClient(port, slug)
  const clients = [hand, routerClient(engine, slug), rest]
  await callInTurns(clients, warmUpCalls)
  const [ofHand, ofRouter, ofRest] = (await callInTurns(clients, calls)).map(latency)
  await Promise.all([hand.close(), rest.close()])
  const restarts: number[] = []
  for (let made = 0; made < kills; made++) restarts.push(await killed(engine, slug))
  const figures: HostedFigures = {
    handP50Ms: ofHand?.p50 ?? 0,
    handP99Ms: ofHand?.p99 ?? 0,
    routerP50Ms: ofRouter?.p50 ?? 0,
    routerP99Ms: ofRouter?.p99 ?? 0,
    restP50Ms: ofRest?.p50 ?? 0,
    restP99Ms: ofRest?.p99 ?? 0,
    handStartMs: median(handStarts),
    hostedStartMs: median(hostedStarts),
    restartMs: median(restarts),
  }
  process.stdout.write(`${JSON.stringify({ figures })}\n`)
} finally {
  await close()
}
