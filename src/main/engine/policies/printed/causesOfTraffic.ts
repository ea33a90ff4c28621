/** Causes that are seen in what a server sends, not in what it prints: Switchboard's own bounds. Pure. */
import type { CauseRow } from '#engine/policies/printed/causeRow'

export const causesOfTraffic: readonly CauseRow[] = [
  {
    code: 'answer-too-large',
    patterns: [],
    text: () => 'It lists or says of itself more than any client can use: give it less to offer, or tell its authors.',
  },
  {
    code: 'server-floods',
    patterns: [],
    text: () =>
      'It asked without end and did not read the answers, so Switchboard ended it: that is a fault of the server, so tell its authors.',
  },
]
