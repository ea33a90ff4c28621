/** Everything that one run has found out. */
import type { CallFigures, CallKind } from '#bench/calls/measureCalls'
import type { Gateway } from '#bench/gateways/gateway'
import type { HttpFigures } from '#bench/load/measureGateway'
import type { GrowthFigures } from '#bench/load/measureGrowth'
import type { PageFigures } from '#bench/page/measurePage'
import type { Outcome } from '#bench/report/rounds'

export interface GatewayResult {
  readonly gateway: Gateway
  readonly outcome: Outcome<HttpFigures>
}

export interface Results {
  readonly calls: Readonly<Record<CallKind, Outcome<CallFigures>>>
  readonly gateways: readonly GatewayResult[]
  readonly growth: Outcome<GrowthFigures>
  readonly page: Outcome<PageFigures>
  readonly firstLoad: Outcome<FirstLoadFigures>
}

export interface FirstLoadFigures {
  readonly gzipBytes: number
}
