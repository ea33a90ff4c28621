/**
 * Converts registry entries to catalog input: one catalog server per server, with all its pairs in the scope. Pure.
 */
import { leftOf } from '#contract/tools/toolChoice'
import type { ProtocolEra } from '#contract/servers/server'
import { isToolFor } from '#engine/policies/toolVisibility'
import type { CatalogServer } from '#engine/registry/catalog/catalogServer'
import type { Scope } from '#engine/registry/catalog/scope'
import type { OtherListings, ServerEntry } from '#engine/registry/servers/serverEntry'
import type { OwnTools } from '#contract/tools/tool'

const noNames: OwnTools = new Map()

/** `entries`: the enabled entries, in order. At its own address a server has no group. */
export function catalogServers(
  scope: Scope,
  entries: readonly ServerEntry[],
  native: CatalogServer | null,
): CatalogServer[] {
  const servers = [
    ...(native === null ? [] : [native]),
    ...byServer(entries).map((those) => catalogServer(those, scope)),
  ]
  const shown = servers.flatMap((server) => {
    const chosen = chosenOf(scope, server)
    return chosen === null ? [] : shownOf(scope, chosen)
  })
  return scope.kind === 'server' ? shown.map((server) => ({ ...server, group: null })) : shown
}

/** Groups neighbouring entries of one server. */
function byServer(entries: readonly ServerEntry[]): [ServerEntry, ...ServerEntry[]][] {
  const groups: [ServerEntry, ...ServerEntry[]][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    if (last?.[0].server === entry.server) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

function catalogServer(entries: readonly [ServerEntry, ...ServerEntry[]], { kind, era }: Scope): CatalogServer {
  const [first] = entries
  const { slug, formerSlugs, projectId, group } = first.row
  return {
    slug,
    formerSlugs,
    projectId,
    group,
    tools: otherEra(first, era)?.tools ?? first.tools ?? [],
    switchedOff: entries.length === 1 ? first.switchedOff : offInAll(entries),
    own: ownNamesCount(first, kind) ? first.own : noNames,
    pairs: entries.map(({ row, switchedOff }) => ({ pairId: row.pairId, switchedOff })),
    unlisted: first.unlisted,
    ...soundEntries({ ...first.others, ...otherEra(first, era)?.others }),
  }
}

/**
 * Whether the project's own names apply. In a view of several projects, they apply only to servers that are in no other
 * project. At a server's own address, they never apply.
 */
function ownNamesCount({ server }: ServerEntry, kind: Scope['kind']): boolean {
  return kind === 'project' || (kind === 'all' && server.entries.length === 1)
}

function otherEra({ inOtherEra }: ServerEntry, era: ProtocolEra | undefined) {
  return era !== undefined && inOtherEra?.era === era ? inOtherEra : null
}

function offInAll([first, ...others]: readonly [ServerEntry, ...ServerEntry[]]): ReadonlySet<string> {
  return new Set([...first.switchedOff].filter((name) => others.every(({ switchedOff }) => switchedOff.has(name))))
}

function soundEntries({ prompts, resources, templates }: OtherListings) {
  return { prompts: prompts.sound, resources: resources.sound, templates: templates.sound }
}

function chosenOf({ choice }: Scope, server: CatalogServer): CatalogServer | null {
  const left = leftOf(choice, server)
  if (left === 'none') return null
  return left === 'all' ? server : { ...server, tools: server.tools.filter(({ name }) => left(name)) }
}

/** Tools that only pages may call are hidden from clients that cannot show pages. */
function shownOf({ pages }: Scope, server: CatalogServer): CatalogServer {
  if (pages === true) return server
  const tools = server.tools.filter(({ definition }) => definition === null || isToolFor(definition, 'model'))
  return tools.length === server.tools.length ? server : { ...server, tools }
}
