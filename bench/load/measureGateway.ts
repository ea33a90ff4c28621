/** One measurement of one freshly started gateway: latency, memory, listing, throughput. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Gateway } from '#bench/gateways/gateway'
import { LoadProcess } from '#bench/load/loadProcess'
import { useAllCores, useOneCore } from '#bench/machine/cores'
import { cpuMicroseconds, descendants, residentBytes } from '#bench/machine/procfs'
import type { Workspace } from '#bench/machine/workspace'

export interface HttpPlan {
  /**
   * The number of calls before the memory is read, half with 1 in flight and half with 32. They also warm the gateway
   * up for all other measurements.
   */
  readonly memoryCalls: number
  readonly parallelWarmUpSeconds: number
  readonly parallelSeconds: number
  readonly serialWarmUpCalls: number
  readonly serialCalls: number
  readonly freeSerialCalls: number
  readonly listCalls: number
}

export interface HttpFigures {
  /** Latency with 1 call in flight and every process on the same core. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Latency with 1 call in flight, and all cores free to use. */
  readonly freeP50Ms: number
  readonly freeP99Ms: number
  /**
   * The CPU per call with 1 and with 32 in flight, in microseconds: for the gateway alone, and with every process below
   * it.
   */
  readonly serialCpu: number
  readonly serialTreeCpu: number
  readonly parallelCpu: number
  readonly parallelTreeCpu: number
  /** The CPU per call that the gateway still uses after the calls with 32 in flight. */
  readonly afterCpu: number
  readonly callsPerSecond: number
  readonly residentBytes: number
  readonly listP50Ms: number
}

const idle = { spanMs: 500, microseconds: 10_000, maxMs: 30_000 }
export const parallelCalls = 32
export const openDeadlineMs = 20_000

export async function measureGateway(gateway: Gateway, plan: HttpPlan, workspace: Workspace): Promise<HttpFigures> {
  const { process, endpoint } = await gateway.start(workspace)
  const load = new LoadProcess()
  try {
    await load.open(endpoint, process.pid, openDeadlineMs)
    const everybody = [load.pid, process.pid, ...descendants(process.pid)]
    await load.call(1, { calls: plan.memoryCalls / 2 })
    await load.call(parallelCalls, { calls: plan.memoryCalls / 2 })
    const memory = residentBytes(process.pid)
    const warmUp = await load.call(parallelCalls, { seconds: plan.parallelWarmUpSeconds })
    const parallel = await load.call(parallelCalls, { seconds: plan.parallelSeconds })
    const after = await cpuUntilIdle(process.pid)
    useOneCore(everybody)
    await load.call(1, { calls: plan.serialWarmUpCalls })
    const serial = await load.call(1, { calls: plan.serialCalls })
    const list = await load.list(plan.listCalls)
    useAllCores(everybody)
    const free = await load.call(1, { calls: plan.freeSerialCalls })
    return {
      p50Ms: serial.latencyMs.p50,
      p99Ms: serial.latencyMs.p99,
      freeP50Ms: free.latencyMs.p50,
      freeP99Ms: free.latencyMs.p99,
      serialCpu: serial.gatewayCpu,
      serialTreeCpu: serial.treeCpu,
      parallelCpu: parallel.gatewayCpu,
      parallelTreeCpu: parallel.treeCpu,
      afterCpu: after / (warmUp.calls + parallel.calls),
      callsPerSecond: parallel.callsPerSecond,
      residentBytes: memory,
      listP50Ms: list.latencyMs.p50,
    }
  } finally {
    load.close()
    await process.end()
  }
}

/** Resolves with the CPU time of postponed work, in microseconds, which is part of the calls' cost. */
async function cpuUntilIdle(pid: number): Promise<number> {
  const start = cpuMicroseconds(pid)
  let before = start
  for (let waited = 0; waited < idle.maxMs; waited += idle.spanMs) {
    await delay(idle.spanMs)
    const now = cpuMicroseconds(pid)
    if (now - before < idle.microseconds) return now - start
    before = now
  }
  throw new Error(`The gateway was still busy ${idle.maxMs / 1000} s after the last call.`)
}
