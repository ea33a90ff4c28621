/** Causes seen in what a server sends, or in its launch, not in what it prints. Pure. */
import { type CauseRow, inBrackets } from '#engine/policies/printed/causeRow'

/** The causes, among them the limits that Switchboard sets. */
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

export const causesOfLaunch: readonly CauseRow[] = [
  {
    code: 'address-wrong',
    patterns: [],
    text: () => 'No MCP server answers at this address. Correct it: many servers expect a path such as /mcp.',
  },
  {
    code: 'folder-missing',
    patterns: [],
    text: ({ file }) => `The folder${inBrackets(file)} does not exist. Create it, or correct the server's folder.`,
  },
  {
    code: 'header-missing',
    patterns: [],
    text: () => 'Add the header that the server asks for, with your token as its value.',
  },
  {
    code: 'header-refused',
    patterns: [],
    text: ({ header }) =>
      `The server does not accept the value of the header ${header ?? ''}. Replace it: the token may have expired, or was revoked.`,
  },
]
