/** Measures how late the engine's loop is while it handles calls at a steady rate, some with a large result. */
import { startSwitchboard } from '#bench/gateways/switchboard'
import { LoadProcess, type Pace } from '#bench/load/loadProcess'
import { loopProbe, readLoopDelays, type LoopDelays } from '#bench/loop/loopProbe'
import { openDeadlineMs } from '#bench/load/measureGateway'
import type { Workspace } from '#bench/machine/workspace'

export interface LoopPlan {
  readonly warmUpSeconds: number
  readonly pace: Pace
}

export interface LoopFigures extends LoopDelays {
  /** The latency of all calls, including large ones, from the time when each was due. */
  readonly callP50Ms: number
  readonly callP99Ms: number
  readonly callsPerSecond: number
}

export async function measureLoop(plan: LoopPlan, workspace: Workspace): Promise<LoopFigures> {
  const started = await startSwitchboard(workspace, { nodeOptions: loopProbe })
  const load = new LoadProcess()
  const delaysSinceThen = readLoopDelays(started.process)
  try {
    await load.open(started.endpoint, started.process.pid, openDeadlineMs)
    await load.pace({ ...plan.pace, seconds: plan.warmUpSeconds })
    await delaysSinceThen()
    const { latencyMs, callsPerSecond } = await load.pace(plan.pace)
    const delays = await delaysSinceThen()
    return { ...delays, callP50Ms: latencyMs.p50, callP99Ms: latencyMs.p99, callsPerSecond }
  } finally {
    load.close()
    await started.process.end()
  }
}
