/** Measures how long it takes to list three hundred tools of thirty servers that are all up. */
import type { ManyGateway } from '#bench/gateways/gateway'
import { LoadProcess } from '#bench/load/loadProcess'
import { openDeadlineMs } from '#bench/load/measureGateway'
import { useOneCore } from '#bench/machine/cores'
import type { Workspace } from '#bench/machine/workspace'
import { manyServers, toolCount } from '#bench/many/manyServers'

export interface ListFigures {
  readonly p50Ms: number
  readonly p99Ms: number
  /** The gateway process's CPU time per listing, in microseconds. */
  readonly cpu: number
}

export async function measureList(gateway: ManyGateway, lists: number, workspace: Workspace): Promise<ListFigures> {
  const { process, endpoint } = await gateway.start(workspace, manyServers(), await workspace.makeFolder())
  const load = new LoadProcess()
  try {
    await load.open(endpoint, process.pid, openDeadlineMs, toolCount)
    useOneCore([load.pid, process.pid])
    await load.list(Math.ceil(lists / 2))
    const { latencyMs, gatewayCpu } = await load.list(lists)
    return { p50Ms: latencyMs.p50, p99Ms: latencyMs.p99, cpu: gatewayCpu }
  } finally {
    load.close()
    await process.end()
  }
}
