/**
 * Facts about each `sessions` mode, which decides how callers share a server's processes. No other code compares the
 * modes' names. Pure.
 */
import type { SessionsMode } from '#contract/servers/server'

interface SessionFacts {
  /** Whether each caller has its own process. */
  readonly isForOneCaller: boolean
  /** Whether the server may share a process with other servers that have exactly the same launch settings. */
  readonly joinsOtherServers: boolean
  /** Whether a server gets one call at a time after it asked a question and it was unclear which caller was meant. */
  readonly yieldsToAsking: boolean
}

export const sessionFacts: Readonly<Record<SessionsMode, SessionFacts>> = {
  auto: { isForOneCaller: false, joinsOtherServers: false, yieldsToAsking: true },
  shared: { isForOneCaller: false, joinsOtherServers: true, yieldsToAsking: false },
  project: { isForOneCaller: false, joinsOtherServers: false, yieldsToAsking: true },
  dedicated: { isForOneCaller: true, joinsOtherServers: false, yieldsToAsking: false },
}
