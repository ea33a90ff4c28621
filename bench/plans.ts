/** The amounts that are measured in one round. */
import type { CallPlan } from '#bench/calls/measureCalls'
import type { HttpPlan } from '#bench/load/measureGateway'
import type { HostedPlan } from '#bench/hosted/measureHosted'
import type { GrowthPlan } from '#bench/load/measureGrowth'
import type { LoopPlan } from '#bench/loop/measureLoop'
import type { ChatPagePlan } from '#bench/page/measureChatPage'
import type { ListsPlan } from '#bench/page/measureLists'
import type { SessionsPlan } from '#bench/sessions/measureSessions'
import type { SignInPlan } from '#bench/signIn/measureSignIn'

export interface Plan {
  readonly calls: CallPlan
  readonly http: HttpPlan
  readonly growth: GrowthPlan
  readonly loop: LoopPlan
  readonly chatPage: ChatPagePlan
  readonly sessions: SessionsPlan
  readonly hosted: HostedPlan
  readonly signIn: SignInPlan
  /** How often the three hundred tools are listed. */
  readonly listings: number
  readonly lists: ListsPlan
}

export const fullPlan: Plan = {
  calls: { warmUpCalls: 10_000, calls: 30_000 },
  http: {
    memoryCalls: 5000,
    parallelWarmUpSeconds: 1,
    parallelSeconds: 3,
    serialWarmUpCalls: 3000,
    serialCalls: 20_000,
    freeSerialCalls: 2000,
    listCalls: 500,
  },
  growth: { fromCall: 20_000, toCall: 100_000 },
  loop: { warmUpSeconds: 2, pace: { perSecond: 1000, seconds: 8, largeEvery: 50, largeBytes: 1_000_000 } },
  sessions: { sessions: 200, callsEach: 100, idleSessions: 1000 },
  listings: 1000,
  lists: { calls: 100_000, toggles: 20 },
  hosted: { warmUpCalls: 400, calls: 2000, servers: 20, starts: 4, idleSeconds: 60 },
  signIn: { warmUpCalls: 1000, calls: 5000 },
  chatPage: { turnsBefore: 100, turns: 360 },
}

/** A quick check during development. Its figures are rough. */
export const quickPlan: Plan = {
  ...fullPlan,
  calls: { warmUpCalls: 5000, calls: 10_000 },
  http: { ...fullPlan.http, parallelSeconds: 1, serialCalls: 2000, listCalls: 200 },
  loop: { warmUpSeconds: 1, pace: { ...fullPlan.loop.pace, seconds: 3 } },
  listings: 300,
  lists: { calls: 20_000, toggles: 5 },
  hosted: { ...fullPlan.hosted, calls: 1000, starts: 2, idleSeconds: 20 },
  signIn: { warmUpCalls: 500, calls: 2000 },
  chatPage: { turnsBefore: 100, turns: 40 },
}
