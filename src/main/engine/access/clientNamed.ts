/** Finds the client that a bridge was started for, by its name. Pure. */
import { clientNames } from '#contract/clients/clientNames'
import { AppError } from '#contract/errors'
import type { ClientRow } from '#engine/store/accessStore'

interface Named {
  readonly row: Pick<ClientRow, 'name' | 'kind'>
}

/** The client with this name, else the one whose name is this in the form of a command, else the only client of the kind with this name. */
export function clientNamed<C extends Named>(name: string, clients: readonly C[]): C {
  const called = clients.find(({ row }) => row.name === name)
  const alike = clients.filter(({ row }) => plain(row.name) === plain(name))
  const ofKind = clients.filter(({ row }) => row.kind === name)
  const [only, ...others] = called !== undefined ? [called] : alike.length > 0 ? alike : ofKind
  if (only === undefined)
    throw new AppError('NOT_FOUND', `Client ${name} does not exist in Switchboard. ${remedy(name)}`)
  if (others.length === 0) return only
  const names = [only, ...others].map(({ row }) => row.name).join(', ')
  throw new AppError('CONFLICT', `Several clients match ${name}: ${names}. Choose one with --client.`)
}

function remedy(name: string): string {
  const command = clientNames.some((known) => known === name)
    ? `connect ${name}`
    : `token create --client ${JSON.stringify(name)}`
  return `To add it, run: switchboard ${command}`
}

/** A name as a command would write it: `Claude Desktop` becomes `claude-desktop`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
