/** The routes of outside clients and their tokens, one after the other. */
import type { ContractClient } from '#main/host/control/controlClient'
import type { Step } from '#test/integration/parity/step'

async function cursor(client: ContractClient) {
  const found = (await client.access.list()).find(({ name }) => name === 'Cursor')
  if (found === undefined) throw new Error('the client Cursor is not there')
  return found
}

export const accessSteps: readonly Step[] = [
  { route: 'access.list' },
  { route: 'access.create', input: { name: 'Cursor', choice: { mode: 'only', servers: { echo: ['echo'] } } } },
  { route: 'access.create', input: { name: 'Cursor' } },
  { route: 'access.create', input: { name: 'Bound', projectId: 'nobody' } },
  { route: 'access.create', input: { name: ' ', callsPerMinute: 0 } },
  { route: 'access.update', inputFrom: async (client) => ({ id: (await cursor(client)).id, search: true }) },
  { route: 'access.update', input: { id: 'nobody', search: true } },
  { route: 'access.tools', inputFrom: async (client) => ({ id: (await cursor(client)).id }) },
  { route: 'access.tools', input: { id: 'nobody' } },
  { route: 'access.createToken', inputFrom: async (client) => ({ id: (await cursor(client)).id }) },
  { route: 'access.createToken', input: { id: 'nobody' } },
  { route: 'access.list' },
  { route: 'access.revokeToken', inputFrom: async (client) => ({ id: (await cursor(client)).tokens[0]?.id }) },
  { route: 'access.revokeToken', input: { id: 'nobody' } },
  { route: 'access.remove', inputFrom: async (client) => ({ id: (await cursor(client)).id }) },
  { route: 'access.remove', input: { id: 'nobody' } },
]
