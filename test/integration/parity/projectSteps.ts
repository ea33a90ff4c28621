/** Calls the routes for projects, one after the other. */
import type { ContractClient } from '#main/host/control/controlClient'
import type { Step } from '#test/integration/parity/step'

/** Each client has its own ids, because the same steps run over several wires at the same time. */
const ids = new WeakMap<ContractClient, string>()

async function workId(client: ContractClient): Promise<string> {
  const found = (await client.projects.list()).find((project) => project.name === 'Work')
  const id = found?.id ?? ids.get(client)
  if (id === undefined) throw new Error('the project Work never existed')
  ids.set(client, id)
  return id
}

export const projectSteps: readonly Step[] = [
  { route: 'projects.list' },
  { route: 'projects.add', input: { name: 'Work', naming: 'prefix-always' } },
  { route: 'projects.add', fails: 'CONFLICT', input: { name: 'Work' } },
  { route: 'projects.add', fails: 'INVALID_INPUT', input: { name: 'Odd', prefix: 'no tool' } },
  { route: 'projects.update', inputFrom: async (client) => ({ id: await workId(client), start: 'eager' }) },
  { route: 'projects.update', fails: 'NOT_FOUND', input: { id: 'nobody', name: 'x' } },
  { route: 'projects.remove', inputFrom: async (client) => ({ id: await workId(client) }) },
  { route: 'projects.remove', fails: 'CONFLICT', input: { id: 'default' } },
  { route: 'projects.restore', inputFrom: async (client) => ({ id: await workId(client) }) },
  { route: 'projects.restore', fails: 'NOT_FOUND', input: { id: 'nobody' } },
  { route: 'projects.list' },
]
