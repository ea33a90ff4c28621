/** Finds the servers inside a JSON object. Each client nests them differently. Pure. */
import { isObject, type JsonObject } from '#contract/jsonRpc/jsonObject'

export interface FoundMap {
  readonly path: readonly string[]
  /** As written: an object of servers by name, or a list of servers with names. */
  readonly servers: unknown
}

/** Path from the outermost object to the map of servers. */
const layouts: readonly (readonly string[])[] = [
  ['mcpServers'],
  ['servers'],
  ['mcp', 'servers'],
  ['context_servers'],
  ['mcp_servers'],
  ['amp.mcpServers'],
  ['mcp'],
]

export function serverMaps(root: JsonObject): FoundMap[] {
  return layouts.flatMap((path) => {
    const servers = path.reduce<unknown>((inside, key) => (isObject(inside) ? inside[key] : undefined), root)
    if (servers === undefined || (path.length === 1 && looksLikeServer(servers))) return []
    // Some clients store servers under `mcp`, others their settings.
    if (path[0] === 'mcp' && path.length === 1 && !holdsServers(servers)) return []
    return [{ path, servers }]
  })
}

/** Servers without the object around them, as in many servers' documentation. */
export function bareServers(root: JsonObject): JsonObject | null {
  const servers = Object.fromEntries(Object.entries(root).filter(([name]) => name !== 'switchboard'))
  return holdsServers(servers) ? servers : null
}

/** A map's servers by name. Null if the value is neither an object nor a list of servers with names. */
export function entriesOf(servers: unknown): readonly (readonly [string, unknown])[] | null {
  if (isObject(servers)) return Object.entries(servers)
  if (!Array.isArray(servers) || !servers.every((one) => isObject(one) && typeof one['name'] === 'string')) return null
  return (servers as JsonObject[]).map(({ name, ...entry }) => [String(name), entry])
}

export function looksLikeServer(value: unknown): boolean {
  if (!isObject(value)) return false
  if (['url', 'serverUrl', 'httpUrl'].some((key) => typeof value[key] === 'string')) return true
  return typeof value['command'] === 'string' || Array.isArray(value['command'])
}

function holdsServers(value: unknown): boolean {
  return isObject(value) && Object.values(value).some(looksLikeServer)
}
