/** How much is measured in one round. */
import type { CallPlan } from '#bench/calls/measureCalls'
import type { HttpPlan } from '#bench/load/measureGateway'
import type { GrowthPlan } from '#bench/load/measureGrowth'

export interface Plan {
  readonly calls: CallPlan
  readonly http: HttpPlan
  readonly growth: GrowthPlan
}

export const fullPlan: Plan = {
  calls: { warmUpCalls: 10_000, calls: 30_000 },
  http: {
    memoryCalls: 5000,
    parallelWarmUpSeconds: 1,
    parallelSeconds: 3,
    serialWarmUpCalls: 500,
    serialCalls: 4000,
    freeSerialCalls: 2000,
    listCalls: 500,
  },
  growth: { fromCall: 20_000, toCall: 100_000 },
}

/** For a look while something is being changed: its figures are rough. */
export const quickPlan: Plan = {
  calls: { warmUpCalls: 5000, calls: 10_000 },
  http: { ...fullPlan.http, parallelSeconds: 1, serialCalls: 2000, listCalls: 200 },
  growth: fullPlan.growth,
}
