/** Says how each client is connected, in one table. Pure. */
import type { ClientDoor } from '#contract/clients/clientDoor'
import type { ClientName } from '#contract/clients/clientNames'
import { type WrittenLaunch, serverSettings } from '#contract/servers/server'
import { clientForms } from '#engine/clients/clientForms'

interface SetupForm {
  /**
   * The ways in which the client can connect. The bridge works with every client: it needs no open port, no token in a
   * file, and no running engine.
   */
  readonly doors: readonly ClientDoor[]
  readonly next: { readonly connected: string; readonly disconnected: string }
}

const both = ['stdio', 'http'] as const

const forms: Readonly<Record<ClientName, SetupForm>> = {
  'claude-desktop': {
    // This client accepts only servers that it starts itself.
    doors: ['stdio'],
    next: {
      connected: 'Quit Claude Desktop (closing its window is not enough) and open it again.',
      disconnected: 'Quit Claude Desktop and open it again.',
    },
  },
  'claude-code': {
    doors: both,
    next: {
      connected: 'Open sessions continue without it: start a new one.',
      disconnected: 'Open sessions still have it: start a new one.',
    },
  },
  cursor: {
    doors: both,
    next: {
      connected: 'Cursor finds it automatically. If it asks, turn it on under Settings, MCP.',
      disconnected: 'Cursor removes it automatically.',
    },
  },
  vscode: {
    doors: both,
    next: {
      connected:
        'In VS Code, run the command "MCP: List Servers" and start switchboard. It asks once whether you trust it.',
      disconnected: 'VS Code removes it automatically.',
    },
  },
  windsurf: {
    doors: both,
    next: {
      connected: 'In Windsurf, open the MCP servers of Cascade and press Refresh.',
      disconnected: 'In Windsurf, open the MCP servers of Cascade and press Refresh.',
    },
  },
  zed: {
    doors: both,
    next: { connected: 'Zed finds it automatically.', disconnected: 'Zed removes it automatically.' },
  },
}

export function setupForm(client: ClientName): SetupForm {
  return forms[client]
}

/** The key of the map of servers in this client's file. */
export function mapKey(client: ClientName): string {
  return clientForms[client].path[0]
}

export const entryName = 'switchboard'

/** Switchboard's entry, in this client's format. */
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
