/** The process that makes the HTTP calls: apart from the run and from the gateway, so that no CPU is mixed up. */
import { setTimeout } from 'node:timers/promises'
import type { Amount, Load, LoadAnswer, LoadRequest } from '#bench/load/loadProcess'
import { McpClient, type Endpoint } from '#bench/load/mcpClient'
import { cpuMicroseconds, descendants } from '#bench/machine/procfs'
import { latency } from '#bench/report/statistics'

const text = 'x'.repeat(100)

interface Opened {
  readonly client: McpClient
  readonly callParams: string
  readonly gatewayPid: number
}

let opened: Opened | null = null

async function open(endpoint: Endpoint, gatewayPid: number, deadlineMs: number): Promise<Opened> {
  const deadline = performance.now() + deadlineMs
  for (;;) {
    const client = new McpClient(endpoint)
    try {
      await client.open()
      const name = await listedName(client)
      if (name !== undefined) {
        return { client, callParams: JSON.stringify({ name, arguments: { text } }), gatewayPid }
      }
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    client.close()
    if (performance.now() > deadline) throw new Error('The endpoint does not list the tool.')
    await setTimeout(100)
  }
}

/** Gateways may put a prefix before a tool's name. */
async function listedName(client: McpClient): Promise<string | undefined> {
  const { result } = await client.request(0, 'tools/list', {})
  const { tools } = result as { tools: { name: string }[] }
  return tools.map((tool) => tool.name).find((name) => /(^|[^a-z])echo$/.test(name))
}

async function callOnce({ client, callParams }: Opened, slot: number): Promise<number> {
  const { result, latencyMs } = await client.send(slot, 'tools/call', callParams)
  const { content } = result as { content: { text: string }[] }
  if (content[0]?.text !== text) throw new Error('The answer is not the text that was sent.')
  return latencyMs
}

async function listOnce({ client }: Opened): Promise<number> {
  const { result, latencyMs } = await client.send(0, 'tools/list', '{}')
  if ((result as { tools: unknown[] }).tools.length < 25) throw new Error('The listing is not complete.')
  return latencyMs
}

async function measure(
  { gatewayPid }: Opened,
  inFlight: number,
  amount: Amount,
  once: (slot: number) => Promise<number>,
): Promise<Load> {
  const below = descendants(gatewayPid)
  const belowCpu = (): number => below.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0)
  const latencies: number[] = []
  const callLimit = 'calls' in amount ? amount.calls : Number.POSITIVE_INFINITY
  const cpuBefore = cpuMicroseconds(gatewayPid)
  const belowBefore = belowCpu()
  const startedAt = performance.now()
  const endsAt = 'seconds' in amount ? startedAt + amount.seconds * 1000 : Number.POSITIVE_INFINITY
  let started = 0
  const runSlot = async (slot: number): Promise<void> => {
    while (started < callLimit && performance.now() < endsAt) {
      started++
      latencies.push(await once(slot))
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_, slot) => runSlot(slot)))
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

async function answer(request: LoadRequest): Promise<Load | null> {
  if (request.do === 'open') {
    opened = await open(request.endpoint, request.gatewayPid, request.deadlineMs)
    return null
  }
  if (opened === null) throw new Error('Nothing is open yet.')
  const now = opened
  if (request.do === 'list') return measure(now, 1, { calls: request.calls }, () => listOnce(now))
  return measure(now, request.inFlight, request.amount, (slot) => callOnce(now, slot))
}

process.on('disconnect', () => process.exit())
process.on('message', (request: LoadRequest) => {
  void answer(request).then(
    (load) => process.send?.({ load } satisfies LoadAnswer),
    (error: unknown) => process.send?.({ error: String(error) } satisfies LoadAnswer),
  )
})
