/**
 * Measures whether Switchboard leaks memory per call, by its memory after garbage collection early and late in a long
 * run.
 */
import { startDeadlineMs } from '#bench/gateways/gateway'
import { startSwitchboard } from '#bench/gateways/switchboard'
import { LoadProcess } from '#bench/load/loadProcess'
import { openDeadlineMs, parallelCalls } from '#bench/load/measureGateway'
import { Inspector } from '#bench/machine/inspector'
import { residentBytes } from '#bench/machine/procfs'
import type { Workspace } from '#bench/machine/workspace'

export interface GrowthPlan {
  readonly fromCall: number
  readonly toCall: number
}

export interface GrowthFigures {
  readonly residentBytes: number
  readonly heapBytes: number
}

export async function measureGrowth(plan: GrowthPlan, workspace: Workspace): Promise<GrowthFigures> {
  const { process, endpoint } = await startSwitchboard(workspace, { nodeOptions: ['--inspect=127.0.0.1:0'] })
  const load = new LoadProcess()
  try {
    const inspector = await Inspector.open(await process.waitForLine(/listening on (ws:\S+)/, startDeadlineMs))
    const memory = async (): Promise<GrowthFigures> => {
      await inspector.collectGarbage()
      return { heapBytes: await inspector.heapUsedBytes(), residentBytes: residentBytes(process.pid) }
    }
    await load.open(endpoint, process.pid, openDeadlineMs)
    await load.call(parallelCalls, { calls: plan.fromCall })
    const early = await memory()
    await load.call(parallelCalls, { calls: plan.toCall - plan.fromCall })
    const late = await memory()
    inspector.close()
    return {
      residentBytes: late.residentBytes - early.residentBytes,
      heapBytes: late.heapBytes - early.heapBytes,
    }
  } finally {
    load.close()
    await process.end()
  }
}
