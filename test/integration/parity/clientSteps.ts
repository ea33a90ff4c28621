/** Calls the routes for other clients on this machine, one after the other. */
import type { Step } from '#test/integration/parity/step'

const cursor = { client: 'cursor' } as const

export const clientSteps: readonly Step[] = [
  { route: 'clients.list', input: {} },
  { route: 'clients.previewImport', input: cursor },
  { route: 'clients.previewImport', input: { client: 'all' } },
  { route: 'clients.previewImport', fails: 'INVALID_INPUT', input: { client: 'nobody' } },
  { route: 'servers.import', fails: 'CONFLICT', input: { ...cursor, consent: 'of another day', names: ['x'] } },
  { route: 'clients.export', input: { format: 'vscode' } },
  { route: 'clients.export', fails: 'NOT_FOUND', input: { format: 'switchboard', projectId: 'nobody' } },
  { route: 'clients.previewConnect', fails: 'INVALID_INPUT', input: { client: 'claude-desktop', via: 'http' } },
  { route: 'clients.previewConnect', input: cursor },
  { route: 'clients.connect', fails: 'CONFLICT', input: { ...cursor, consent: 'of another day' } },
  {
    route: 'clients.connect',
    inputFrom: async (client) => ({ ...cursor, consent: (await client.clients.previewConnect(cursor)).consent }),
  },
  { route: 'clients.list', input: {} },
  { route: 'clients.previewDisconnect', input: cursor },
  { route: 'clients.disconnect', fails: 'CONFLICT', input: { ...cursor, consent: 'of another day' } },
  {
    route: 'clients.disconnect',
    inputFrom: async (client) => ({ ...cursor, consent: (await client.clients.previewDisconnect(cursor)).consent }),
  },
]
