/** Lists the secrets whose values a manifest leaves to the owner, each once, in the manifest's order. Pure. */
import type { NeededSecret } from '#contract/product'
import type { Manifest } from '#engine/products/manifest'
import { referencesIn } from '#engine/secrets/references'

export function neededSecrets({ servers }: Pick<Manifest, 'servers'>, known: ReadonlySet<string>): NeededSecret[] {
  const users = new Map<string, Set<string>>()
  for (const { name: serverName, server } of servers)
    for (const { source, name } of server === null ? [] : referencesIn(server.launch))
      if (source === 'vault') users.set(name, (users.get(name) ?? new Set()).add(serverName))
  return [...users].map(([name, names]) => ({ name, servers: [...names], isSet: known.has(name) }))
}
