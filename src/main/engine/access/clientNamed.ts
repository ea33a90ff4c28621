/** Which client is meant by the name that a bridge was started with. Pure. */
import { clientNames } from '#contract/clients/clientNames'
import { AppError } from '#contract/errors'
import type { ClientRow } from '#engine/store/accessStore'

interface Named {
  readonly row: Pick<ClientRow, 'name' | 'kind'>
}

/** By its name, by that as a command would write it, or as the only one of its kind. */
export function clientNamed<C extends Named>(name: string, clients: readonly C[]): C {
  const called = clients.find(({ row }) => row.name === name)
  const alike = clients.filter(({ row }) => plain(row.name) === plain(name))
  const ofKind = clients.filter(({ row }) => row.kind === name)
  const [only, ...others] = called !== undefined ? [called] : alike.length > 0 ? alike : ofKind
  if (only === undefined) throw new AppError('NOT_FOUND', `There is no client ${name} in Switchboard. ${remedy(name)}`)
  if (others.length === 0) return only
  const names = [only, ...others].map(({ row }) => row.name).join(', ')
  throw new AppError('CONFLICT', `Several clients may be meant by ${name}: ${names}. Say which with --client.`)
}

function remedy(name: string): string {
  const command = clientNames.some((known) => known === name)
    ? `connect ${name}`
    : `token create --client ${JSON.stringify(name)}`
  return `Its owner lets it in with: switchboard ${command}`
}

/** `Claude Desktop` is `claude-desktop`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
