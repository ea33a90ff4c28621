/**
 * An engine with hosted servers that are neither called nor watched. Run as `node idleProcess.ts DOCKER RUNTIME SERVERS
 * SECONDS DOCKER-PID` in a scratch folder.
 */
import { subscribe } from 'node:diagnostics_channel'
import { setTimeout } from 'node:timers/promises'
import type { BenchRuntime } from '#bench/hosted/benchDocker'
import { hostedEngine, registerMany } from '#bench/hosted/hostedEngine'
import type { IdleFigures } from '#bench/hosted/measureHosted'
import { cpuMicroseconds, descendants } from '#bench/machine/procfs'

const [url, runtime, ...amounts] = process.argv.slice(2) as [string, BenchRuntime, ...string[]]
const [servers = 0, seconds = 1, dockerPid = 0] = amounts.map(Number)

const dockerCpu = (): number =>
  [dockerPid, ...descendants(dockerPid)].reduce((sum, pid) => sum + cpuMicroseconds(pid), 0)

const { engine, close } = await hostedEngine(process.cwd(), url)
try {
  await registerMany(engine, runtime, servers)
  // Waits until the work that follows the start is over.
  await setTimeout(5_000)
  let requests = 0
  subscribe('http.client.request.start', () => (requests += 1))
  const [before, dockerBefore] = [process.cpuUsage(), dockerCpu()]
  await setTimeout(seconds * 1_000)
  const { user, system } = process.cpuUsage(before)
  const figures: IdleFigures = {
    cpuPercent: (user + system) / seconds / 1e4,
    dockerCpuPercent: (dockerCpu() - dockerBefore) / seconds / 1e4,
    requestsPerMinute: (requests * 60) / seconds,
  }
  process.stdout.write(`${JSON.stringify({ figures })}\n`)
} finally {
  await close()
}
