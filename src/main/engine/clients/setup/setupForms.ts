/** How each client is set up: one table, pure. */
import type { ClientDoor } from '#contract/clients/clientDoor'
import type { ClientName } from '#contract/clients/clientNames'
import { type WrittenLaunch, serverSettings } from '#contract/servers/server'
import { clientForms } from '#engine/clients/clientForms'

interface SetupForm {
  /** The bridge works with all of them: it needs no port, no token in a file, and no engine that runs already. */
  readonly doors: readonly ClientDoor[]
  readonly next: { readonly connected: string; readonly disconnected: string }
}

const both = ['stdio', 'http'] as const

const forms: Readonly<Record<ClientName, SetupForm>> = {
  'claude-desktop': {
    // It takes only servers that it starts from its file.
    doors: ['stdio'],
    next: {
      connected: 'Quit Claude Desktop (closing its window is not enough) and open it again.',
      disconnected: 'Quit Claude Desktop and open it again.',
    },
  },
  'claude-code': {
    doors: both,
    next: {
      connected: 'Sessions that are open go on without it: start a new one.',
      disconnected: 'Sessions that are open still have it: start a new one.',
    },
  },
  cursor: {
    doors: both,
    next: {
      connected: 'Cursor finds it by itself; if it asks, switch it on under Settings, MCP.',
      disconnected: 'Cursor drops it by itself.',
    },
  },
  vscode: {
    doors: both,
    next: {
      connected:
        'In VS Code run the command "MCP: List Servers" and start switchboard; it asks once whether you trust it.',
      disconnected: 'VS Code drops it by itself.',
    },
  },
  windsurf: {
    doors: both,
    next: {
      connected: 'In Windsurf open the MCP servers of Cascade and press Refresh.',
      disconnected: 'In Windsurf open the MCP servers of Cascade and press Refresh.',
    },
  },
  zed: {
    doors: both,
    next: { connected: 'Zed finds it by itself.', disconnected: 'Zed drops it by itself.' },
  },
}

export function setupForm(client: ClientName): SetupForm {
  return forms[client]
}

/** Where the map of servers is in this client's file. */
export function mapKey(client: ClientName): string {
  return clientForms[client].path[0]
}

export const entryName = 'switchboard'

/** Our entry, as this client wants its entries. */
export function entryFor(client: ClientName, launch: WrittenLaunch): Readonly<Record<string, unknown>> {
  const server = {
    ...serverSettings.parse({}),
    slug: entryName,
    name: entryName,
    launch,
    disabledTools: [],
    ownTools: new Map(),
  }
  return clientForms[client].entry(server)
}
