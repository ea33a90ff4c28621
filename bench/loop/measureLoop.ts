/** How late the engine's loop gets to its work while it carries calls at a steady rate, some with a large result. */
import { startDeadlineMs } from '#bench/gateways/gateway'
import { startSwitchboard } from '#bench/gateways/switchboard'
import { LoadProcess, type Pace } from '#bench/load/loadProcess'
import { openDeadlineMs } from '#bench/load/measureGateway'
import type { Workspace } from '#bench/machine/workspace'

export interface LoopPlan {
  readonly warmUpSeconds: number
  readonly pace: Pace
}

export interface LoopFigures {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Of the calls, large ones included, from when each was due. */
  readonly callP50Ms: number
  readonly callP99Ms: number
  readonly callsPerSecond: number
}

type Delays = Pick<LoopFigures, 'p50Ms' | 'p99Ms' | 'maxMs'>

export async function measureLoop(plan: LoopPlan, workspace: Workspace): Promise<LoopFigures> {
  const nodeOptions = ['--import', import.meta.resolve('#bench/loop/loopDelay')]
  const started = await startSwitchboard(workspace, { nodeOptions })
  const load = new LoadProcess()
  const delaysSince = async (printed: number): Promise<Delays> => {
    process.kill(started.process.pid, 'SIGUSR2')
    const line = await started.process.waitForLine(new RegExp(`^loop delay ${printed}: (.*)$`), startDeadlineMs)
    return JSON.parse(line) as Delays
  }
  try {
    await load.open(started.endpoint, started.process.pid, openDeadlineMs)
    await load.pace({ ...plan.pace, seconds: plan.warmUpSeconds })
    await delaysSince(1)
    const { latencyMs, callsPerSecond } = await load.pace(plan.pace)
    const delays = await delaysSince(2)
    return { ...delays, callP50Ms: latencyMs.p50, callP99Ms: latencyMs.p99, callsPerSecond }
  } finally {
    load.close()
    await started.process.end()
  }
}
