/** Calls the routes for outside clients and their tokens, one after the other. */
import type { ContractClient } from '#main/host/control/controlClient'
import type { Step } from '#test/integration/parity/step'

async function cursor(client: ContractClient) {
  const found = (await client.access.list()).find(({ name }) => name === 'Cursor')
  if (found === undefined) throw new Error('the client Cursor does not exist')
  return found
}

export const accessSteps: readonly Step[] = [
  { route: 'access.list' },
  { route: 'access.create', input: { name: 'Cursor', choice: { mode: 'only', servers: { echo: ['echo'] } } } },
  { route: 'access.create', fails: 'CONFLICT', input: { name: 'Cursor' } },
  { route: 'access.create', fails: 'NOT_FOUND', input: { name: 'Bound', projectId: 'nobody' } },
  { route: 'access.create', fails: 'INVALID_INPUT', input: { name: ' ', callsPerMinute: 0 } },
  { route: 'access.update', inputFrom: async (client) => ({ id: (await cursor(client)).id, search: true }) },
  { route: 'access.update', fails: 'NOT_FOUND', input: { id: 'nobody', search: true } },
  { route: 'access.tools', inputFrom: async (client) => ({ id: (await cursor(client)).id }) },
  { route: 'access.tools', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'access.createToken', inputFrom: async (client) => ({ id: (await cursor(client)).id }) },
  { route: 'access.createToken', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'access.list' },
  { route: 'access.revokeToken', inputFrom: async (client) => ({ id: (await cursor(client)).tokens[0]?.id }) },
  { route: 'access.revokeToken', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'access.remove', inputFrom: async (client) => ({ id: (await cursor(client)).id }) },
  { route: 'access.remove', fails: 'NOT_FOUND', input: { id: 'nobody' } },
]
