/**
 * The process that calls two servers at one address in turn: one with a static header, one signed in. Run as `node
 * signInProcess.ts URL WARM-UP CALLS` in a scratch folder.
 */
import type { SignInFigures } from '#bench/signIn/measureSignIn'
import { enginePorts } from '#bench/machine/enginePorts'
import { latency } from '#bench/report/statistics'
import { newServer } from '#contract/servers/server'
import { createEngine } from '#engine/createEngine'
import type { Vault } from '#engine/ports'
import type { Caller } from '#engine/router/call'

/** The kinds take turns in short rounds, so that other load on the machine affects them equally. */
const block = 20
const kinds = ['static', 'signed'] as const
type Kind = (typeof kinds)[number]

const [url = '', ...amounts] = process.argv.slice(2)
const [warmUpCalls = 0, calls = 0] = amounts.map(Number)

function memoryVault(): Vault {
  const items = new Map<string, string>()
  return {
    get: (name) => Promise.resolve(items.get(name) ?? null),
    set: (name, value) => Promise.resolve(void items.set(name, value)),
    remove: (name) => Promise.resolve(void items.delete(name)),
  }
}

const engine = await createEngine({ ...enginePorts(process.cwd()), vault: memoryVault() })
const launch = { transport: 'http', url } as const
await engine.servers.add(
  newServer.parse({ name: 'static', launch: { ...launch, headers: { Authorization: 'Bearer of-the-bench' } } }),
)
await engine.servers.add(
  newServer.parse({
    name: 'signed',
    launch: { ...launch, auth: { grant: 'client-credentials', clientId: 'bench', clientSecret: 'bench' } },
  }),
)
const caller: Caller = { key: 'bench', capabilities: {}, ask: null }
const callOnce = (slug: Kind) =>
  engine.router.callTool({ kind: 'server', slug }, { params: { name: 'echo', arguments: { text: 'x' } }, caller })

async function callInTurns(each: number): Promise<Record<Kind, number[]>> {
  const latencies: Record<Kind, number[]> = { static: [], signed: [] }
  for (let made = 0; made < each; made += block)
    for (const kind of kinds)
      for (let one = 0; one < block; one += 1) {
        const startedAt = performance.now()
        await callOnce(kind)
        latencies[kind].push(performance.now() - startedAt)
      }
  return latencies
}

try {
  await callInTurns(warmUpCalls)
  const latencies = await callInTurns(calls)
  const [asStatic, signed] = [latency(latencies.static), latency(latencies.signed)]
  const figures: SignInFigures = {
    staticP50Ms: asStatic.p50,
    staticP99Ms: asStatic.p99,
    signedP50Ms: signed.p50,
    signedP99Ms: signed.p99,
  }
  process.stdout.write(`${JSON.stringify({ figures })}\n`)
} finally {
  await engine.close()
}
