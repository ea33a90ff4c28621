/** Everything that one run has measured. */
import type { CallFigures, CallKind } from '#bench/calls/measureCalls'
import type { ChatFigures } from '#bench/chat/chatPhases'
import type { CatalogFigures } from '#bench/catalog/measureCatalog'
import type { ProjectsFigures } from '#bench/catalog/measureProjects'
import type { Gateway } from '#bench/gateways/gateway'
import type { HostedFigures, IdleFigures } from '#bench/hosted/measureHosted'
import type { HttpFigures } from '#bench/load/measureGateway'
import type { GrowthFigures } from '#bench/load/measureGrowth'
import type { LoopFigures } from '#bench/loop/measureLoop'
import type { ListFigures } from '#bench/many/measureList'
import type { EmptyStartFigures, KeptStartFigures } from '#bench/many/measureStart'
import type { ChatPageFigures } from '#bench/page/measureChatPage'
import type { DesktopFigures } from '#bench/desktop/measureDesktop'
import type { ListsFigures } from '#bench/page/measureLists'
import type { PageFigures } from '#bench/page/measurePage'
import type { Outcome } from '#bench/report/rounds'
import type { SessionsFigures } from '#bench/sessions/measureSessions'
import type { SignInFigures } from '#bench/signIn/measureSignIn'

/** The same measurement for Switchboard and for the one peer that supports it. */
export interface BesidePeer<Figures> {
  readonly own: Outcome<Figures>
  readonly hub: Outcome<Figures>
}

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
  readonly emptyStart: BesidePeer<EmptyStartFigures>
  readonly keptStart: Outcome<KeptStartFigures>
  readonly list: BesidePeer<ListFigures>
  readonly loop: Outcome<LoopFigures>
  readonly catalog: Outcome<CatalogFigures>
  readonly projects: Outcome<ProjectsFigures>
  readonly sessions: Outcome<SessionsFigures>
  readonly signIn: Outcome<SignInFigures>
  readonly chat: Outcome<ChatFigures>
  readonly lists: Outcome<ListsFigures>
  readonly desktop: Outcome<DesktopFigures>
  readonly chatPage: Outcome<ChatPageFigures>
  readonly hosted: HostedResults
}

export interface HostedResults {
  /** One entry for each kind of isolation. The keys are the providers' names. */
  readonly plain: Outcome<HostedFigures>
  readonly gvisor: Outcome<HostedFigures>
  readonly idle: Outcome<IdleFigures>
}

export interface FirstLoadFigures {
  readonly gzipBytes: number
}
