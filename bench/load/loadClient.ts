/**
 * The process that makes the HTTP calls. It is separate from the run and from the gateway, so that each one's CPU is
 * measured separately.
 */
import { setTimeout } from 'node:timers/promises'
import type { Amount, Load, LoadAnswer, LoadRequest } from '#bench/load/loadProcess'
import { McpClient } from '#bench/load/mcpClient'
import { pacedCalls } from '#bench/load/pacedCalls'
import { cpuMicroseconds, descendants } from '#bench/machine/procfs'
import { latency } from '#bench/report/statistics'

const padding = 'x'.repeat(92)
const pacedConnections = 64

interface Opened {
  readonly client: McpClient
  /** A call's params up to its arguments. */
  readonly head: string
  readonly gatewayPid: number
  readonly leastTools: number
}

let opened: Opened | null = null
let calls = 0

async function open({ endpoint, gatewayPid, deadlineMs, leastTools }: OpenRequest): Promise<Opened> {
  const deadline = performance.now() + deadlineMs
  for (;;) {
    const client = new McpClient(endpoint)
    try {
      await client.open()
      const name = await listedName(client, leastTools)
      if (name !== undefined)
        return { client, head: `{"name":${JSON.stringify(name)},"arguments":`, gatewayPid, leastTools }
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    client.close()
    if (performance.now() > deadline) throw new Error('The endpoint does not list the tool.')
    await setTimeout(100)
  }
}

type OpenRequest = Extract<LoadRequest, { do: 'open' }>

/** Resolves with the tool's name at the endpoint, because gateways may add a prefix. */
async function listedName(client: McpClient, leastTools: number): Promise<string | undefined> {
  const { result } = await client.request(0, 'tools/list', {})
  const { tools } = result as { tools: { name: string }[] }
  if (tools.length < leastTools) return undefined
  return tools.map((tool) => tool.name).find((name) => /(^|[^a-z])echo$/.test(name))
}

/** Sends 100 bytes that differ in every call. */
async function callOnce({ client, head }: Opened, slot: number): Promise<number> {
  const text = padding + String(calls++).padStart(8, '0')
  const { result, latencyMs } = await client.send(slot, 'tools/call', `${head}{"text":"${text}"}}`)
  const { content } = result as { content: { text: string }[] }
  if (content[0]?.text !== text) throw new Error('The answer is not the text that was sent.')
  return latencyMs
}

async function callLarge({ client, head }: Opened, slot: number, bytes: number): Promise<void> {
  const { result } = await client.send(slot, 'tools/call', `${head}{"bytes":${bytes}}}`)
  const { content } = result as { content: { text: string }[] }
  if (content[0]?.text.length !== bytes) throw new Error('The answer does not have the requested length.')
}

async function listOnce({ client, leastTools }: Opened): Promise<number> {
  const { result, latencyMs } = await client.send(0, 'tools/list', '{}')
  if ((result as { tools: unknown[] }).tools.length < leastTools) throw new Error('The listing is not complete.')
  return latencyMs
}

/** Makes calls. Resolves with their latencies and the CPU time that the gateway used. */
async function measured({ gatewayPid }: Opened, run: () => Promise<number[]>): Promise<Load> {
  const below = descendants(gatewayPid)
  const belowCpu = (): number => below.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0)
  const cpuBefore = cpuMicroseconds(gatewayPid)
  const belowBefore = belowCpu()
  const startedAt = performance.now()
  const latencies = await run()
  const seconds = (performance.now() - startedAt) / 1000
  const gatewayCpu = (cpuMicroseconds(gatewayPid) - cpuBefore) / latencies.length
  return {
    calls: latencies.length,
    callsPerSecond: latencies.length / seconds,
    latencyMs: latency(latencies),
    gatewayCpu,
    treeCpu: gatewayCpu + (belowCpu() - belowBefore) / latencies.length,
  }
}

/** Keeps this number of calls in flight. */
async function inFlight(count: number, amount: Amount, once: (slot: number) => Promise<number>): Promise<number[]> {
  const latencies: number[] = []
  const callLimit = 'calls' in amount ? amount.calls : Number.POSITIVE_INFINITY
  const endsAt = 'seconds' in amount ? performance.now() + amount.seconds * 1000 : Number.POSITIVE_INFINITY
  let started = 0
  const runSlot = async (slot: number): Promise<void> => {
    while (started < callLimit && performance.now() < endsAt) {
      started++
      latencies.push(await once(slot))
    }
  }
  await Promise.all(Array.from({ length: count }, (_, slot) => runSlot(slot)))
  return latencies
}

async function answer(request: LoadRequest): Promise<Load | null> {
  if (request.do === 'open') {
    opened = await open(request)
    return null
  }
  if (opened === null) throw new Error('Nothing is open yet.')
  const now = opened
  switch (request.do) {
    case 'list':
      return measured(now, () => inFlight(1, { calls: request.calls }, () => listOnce(now)))
    case 'call':
      return measured(now, () => inFlight(request.inFlight, request.amount, (slot) => callOnce(now, slot)))
    case 'pace':
      return measured(now, () =>
        pacedCalls(request.pace, request.pace.connections ?? pacedConnections, (slot, isLarge) =>
          isLarge ? callLarge(now, slot, request.pace.largeBytes) : callOnce(now, slot),
        ),
      )
  }
}

process.on('disconnect', () => process.exit())
process.on('message', (request: LoadRequest) => {
  void answer(request).then(
    (load) => process.send?.({ load } satisfies LoadAnswer),
    (error: unknown) => process.send?.({ error: String(error) } satisfies LoadAnswer),
  )
})
