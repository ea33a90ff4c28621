/**
 * The facts about each mode in which callers have sessions with a server, so that no other code compares their names.
 * Pure.
 */
import type { SessionsMode } from '#contract/servers/server'

interface SessionFacts {
  /** Each caller has its own process. */
  readonly isForOneCaller: boolean
  /** It may share a process with other servers that are run with exactly the same settings. */
  readonly joinsOtherServers: boolean
  /** Once it asked its callers a question while it was unclear which one is meant, it gets one call at a time. */
  readonly yieldsToAsking: boolean
}

export const sessionFacts: Readonly<Record<SessionsMode, SessionFacts>> = {
  auto: { isForOneCaller: false, joinsOtherServers: false, yieldsToAsking: true },
  shared: { isForOneCaller: false, joinsOtherServers: true, yieldsToAsking: false },
  project: { isForOneCaller: false, joinsOtherServers: false, yieldsToAsking: true },
  dedicated: { isForOneCaller: true, joinsOtherServers: false, yieldsToAsking: false },
}
