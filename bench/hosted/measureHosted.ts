/** One measurement of hosted servers next to hand-made containers, on its own Docker Engine. */
import { fileURLToPath } from 'node:url'
import { startBenchDocker, type BenchRuntime } from '#bench/hosted/benchDocker'
import type { Workspace } from '#bench/machine/workspace'
import type { DockerEngine } from '#test/support/parts/startDocker'

export interface HostedFigures {
  /** The latency of sequential calls: to a hand-made container, through the router, and by `POST …/call`. */
  readonly handP50Ms: number
  readonly handP99Ms: number
  readonly routerP50Ms: number
  readonly routerP99Ms: number
  readonly restP50Ms: number
  readonly restP99Ms: number
  /** The time until the last of several servers that start together has answered `initialize`. */
  readonly handStartMs: number
  readonly hostedStartMs: number
  /** The time from a container's kill until the next one is ready. */
  readonly restartMs: number
}

/** An engine with twenty idle hosted servers. */
export interface IdleFigures {
  /** The engine's CPU time, as a share of a core. */
  readonly cpuPercent: number
  /** The Docker Engine's CPU time, as a share of a core. It measures containers on request. */
  readonly dockerCpuPercent: number
  /** The number of requests that the Docker Engine receives per minute. */
  readonly requestsPerMinute: number
}

export interface HostedPlan {
  readonly warmUpCalls: number
  readonly calls: number
  readonly servers: number
  /** The number of starts of each kind: hosted and hand-made. */
  readonly starts: number
  readonly idleSeconds: number
}

export function measureHosted(runtime: BenchRuntime, plan: HostedPlan, workspace: Workspace): Promise<HostedFigures> {
  const { warmUpCalls, calls, servers, starts } = plan
  return measured(workspace, runtime, 'hostedProcess', () => [warmUpCalls, calls, servers, starts])
}

export function measureIdle(plan: HostedPlan, workspace: Workspace): Promise<IdleFigures> {
  return measured(workspace, 'plain', 'idleProcess', ({ pid }) => [plan.servers, plan.idleSeconds, pid])
}

async function measured<T>(
  workspace: Workspace,
  runtime: BenchRuntime,
  script: 'hostedProcess' | 'idleProcess',
  amounts: (docker: DockerEngine) => readonly number[],
): Promise<T> {
  const docker = await startBenchDocker(runtime)
  return workspace.keeping(docker, async () => {
    const file = fileURLToPath(import.meta.resolve(`#bench/hosted/${script}`))
    const args = [file, docker.url, runtime, ...amounts(docker).map(String)]
    const running = workspace.start({ args, folder: await workspace.makeFolder() })
    try {
      return JSON.parse(await running.waitForLine(/^\{"figures":(.*)\}$/, 300_000)) as T
    } finally {
      await running.end()
    }
  })
}
