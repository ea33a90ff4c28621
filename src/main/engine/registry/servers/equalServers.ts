/** Finds servers that could be united: they have the same launch and no project in common. Pure. */
import type { EqualServers } from '#contract/servers/equalServers'
import { type SettingName, settingNames } from '#contract/servers/server'
import { isContainer } from '#contract/servers/transports'
import { canonicalJson } from '#engine/policies/canonicalJson'
import { changeTexts } from '#engine/secrets/references'
import type { WholeServer } from '#engine/store/servers/change'
import { isFileProject } from '#engine/store/servers/projectStore'
import type { ServerDefinition } from '#engine/store/servers/serverRow'

/** Returns a key made of the values of the server's own secrets. Null if the values cannot be read now. */
export type OwnValues = (definition: ServerDefinition) => string | null

export function equalServers(servers: readonly WholeServer[], ownValues: OwnValues): EqualServers[] {
  const alike = new Map<string, WholeServer[]>()
  for (const server of servers) {
    const key = keyOf(server, ownValues)
    if (key === null) continue
    const known = alike.get(key)
    if (known === undefined) alike.set(key, [server])
    else known.push(server)
  }
  return [...alike.values()].flatMap((those) => {
    const [oldest, ...others] = apart(those.toSorted(byAge))
    if (oldest === undefined || others.length === 0) return []
    return [
      {
        slug: oldest.definition.slug,
        others: others.map(({ definition }) => definition.slug),
        projects: [oldest, ...others].flatMap(projectsOf),
        differs: settingNames.filter(
          (name) => name !== 'group' && others.some((other) => differIn(name, oldest, other)),
        ),
      },
    ]
  })
}

function differIn(name: Exclude<SettingName, 'group'>, one: WholeServer, other: WholeServer): boolean {
  return canonicalJson(one.definition[name]) !== canonicalJson(other.definition[name])
}

function byAge({ definition: one }: WholeServer, { definition: other }: WholeServer): number {
  return one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1)
}

function projectsOf({ pairs }: WholeServer): string[] {
  return pairs.map(({ pair }) => pair.projectId)
}

/** A project that has two equal servers wants both, so only the first of them is included. */
function apart(servers: readonly WholeServer[]): WholeServer[] {
  const taken = new Set<string>()
  return servers.filter((server) => {
    const projects = projectsOf(server)
    if (projects.some((id) => taken.has(id))) return false
    for (const id of projects) taken.add(id)
    return true
  })
}

/**
 * Returns null for a server that cannot be united: it comes from a file or a product, runs in a container, is in no
 * project, or has secrets that cannot be read now.
 */
function keyOf({ definition, pairs }: WholeServer, ownValues: OwnValues): string | null {
  const isMade = pairs.some(({ pair }) => pair.productId !== null || isFileProject(pair.projectId))
  // Two containers have separate volumes, so they differ.
  if (isMade || pairs.length === 0 || isContainer(definition.launch)) return null
  const values = ownValues(definition)
  return values === null ? null : canonicalJson([withoutSlug(definition), values])
}

/** Replaces the slug in references to the server's own secrets, because their names begin with it. */
function withoutSlug({ launch, slug }: ServerDefinition) {
  return changeTexts(launch, (text) => text.replaceAll(`\${${slug}.`, '${own.'))
}
