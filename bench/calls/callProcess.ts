/**
 * The process in which one client makes its calls, one after another. Run as `node callProcess.ts KIND WARM-UP CALLS`
 * in a scratch folder.
 */
import type { CallClient, ConnectClient } from '#bench/calls/callClient'
import { connectLineClient } from '#bench/calls/lineClient'
import { connectSdkClient } from '#bench/calls/sdkClient'
import type { CallFigures, CallKind } from '#bench/calls/measureCalls'
import { serverScript } from '#bench/gateways/gateway'
import { useOneCore } from '#bench/machine/cores'
import { latency } from '#bench/report/statistics'

const text = 'x'.repeat(100)

async function connectOf(kind: CallKind): Promise<ConnectClient> {
  switch (kind) {
    case 'line':
      return connectLineClient
    case 'sdk':
      return connectSdkClient
    case 'router':
      // Loaded only for this kind, so that the others do not load the engine's modules.
      return (await import('#bench/calls/routerClient')).connectRouterClient
  }
}

async function callMany(client: CallClient, calls: number): Promise<number[]> {
  const latencies: number[] = []
  for (let made = 0; made < calls; made++) {
    const startedAt = performance.now()
    const answered = await client.call(text)
    latencies.push(performance.now() - startedAt)
    if (answered !== text) throw new Error('The answer is not the text that was sent.')
  }
  return latencies
}

async function measure(kind: CallKind, warmUpCalls: number, calls: number): Promise<CallFigures> {
  // The server is started later and inherits the setting.
  useOneCore([process.pid])
  const connect = await connectOf(kind)
  const client = await connect(serverScript, process.cwd())
  try {
    await callMany(client, warmUpCalls)
    const before = process.cpuUsage()
    const latencies = await callMany(client, calls)
    const { user, system } = process.cpuUsage(before)
    const { p50, p99 } = latency(latencies)
    return { p50Ms: p50, p99Ms: p99, cpu: (user + system) / calls }
  } finally {
    await client.close()
  }
}

const [kind = 'line', warmUpCalls = '0', calls = '1'] = process.argv.slice(2)
const figures = await measure(kind as CallKind, Number(warmUpCalls), Number(calls))
process.stdout.write(`${JSON.stringify({ figures })}\n`)
