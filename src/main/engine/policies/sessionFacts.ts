/** What is true of each mode in which callers have sessions with a server: asked for here, so that no other place compares their names. Pure. */
import type { SessionsMode } from '#contract/servers/server'

interface SessionFacts {
  /** Each caller has a process of its own. */
  readonly isForOneCaller: boolean
  /** Its process may be one with that of other servers, if all that it is run with is the same. */
  readonly joinsOtherServers: boolean
  /** Whether it is noted that it asks its callers something, so that it could not be told who is meant. */
  readonly notesAsking: boolean
  /** Once that is noted, it gets one call at a time. */
  readonly yieldsToAsking: boolean
}

export const sessionFacts: Readonly<Record<SessionsMode, SessionFacts>> = {
  auto: { isForOneCaller: false, joinsOtherServers: false, notesAsking: true, yieldsToAsking: true },
  shared: { isForOneCaller: false, joinsOtherServers: true, notesAsking: false, yieldsToAsking: false },
  project: { isForOneCaller: false, joinsOtherServers: false, notesAsking: true, yieldsToAsking: false },
  dedicated: { isForOneCaller: true, joinsOtherServers: false, notesAsking: false, yieldsToAsking: false },
}
