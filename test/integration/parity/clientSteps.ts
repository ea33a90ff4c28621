/** The routes of other clients on this machine, one after the other. */
import type { Step } from '#test/integration/parity/step'

const cursor = { client: 'cursor' } as const

export const clientSteps: readonly Step[] = [
  { route: 'clients.list', input: {} },
  { route: 'clients.previewImport', input: cursor },
  { route: 'clients.previewImport', input: { client: 'nobody' } },
  { route: 'servers.import', input: { ...cursor, consent: 'of another day', names: ['x'] } },
  { route: 'clients.export', input: { format: 'vscode' } },
  { route: 'clients.export', input: { format: 'switchboard', projectId: 'nobody' } },
  { route: 'clients.previewConnect', input: { client: 'claude-desktop', via: 'http' } },
  { route: 'clients.previewConnect', input: cursor },
  { route: 'clients.connect', input: { ...cursor, consent: 'of another day' } },
  {
    route: 'clients.connect',
    inputFrom: async (client) => ({ ...cursor, consent: (await client.clients.previewConnect(cursor)).consent }),
  },
  { route: 'clients.list', input: {} },
  { route: 'clients.previewDisconnect', input: cursor },
  { route: 'clients.disconnect', input: { ...cursor, consent: 'of another day' } },
  {
    route: 'clients.disconnect',
    inputFrom: async (client) => ({ ...cursor, consent: (await client.clients.previewDisconnect(cursor)).consent }),
  },
]
