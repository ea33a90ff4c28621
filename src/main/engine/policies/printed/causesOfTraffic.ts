/** Causes that show in a server's messages rather than in its output: limits that Switchboard sets. Pure. */
import type { CauseRow } from '#engine/policies/printed/causeRow'

export const causesOfTraffic: readonly CauseRow[] = [
  {
    code: 'answer-too-large',
    patterns: [],
    text: () =>
      "The server's lists, or its description of itself, are larger than any client can use. Configure it to offer less, or tell its authors.",
  },
  {
    code: 'server-floods',
    patterns: [],
    text: () =>
      'The server kept sending requests without reading the answers, so Switchboard stopped it. This is a bug in the server: tell its authors.',
  },
]
