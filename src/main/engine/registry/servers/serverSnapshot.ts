/** Converts servers and their tools to the form that every client of the contract gets. Pure. */
import type { ProjectServer } from '#contract/projectServers'
import type { ConnectionState, ServerSnapshot } from '#contract/servers/server'
import type { ToolSnapshot } from '#contract/tools/tool'
import type { CheckedTool } from '#engine/policies/checkedTool'
import type { Catalog } from '#engine/registry/catalog/catalog'
import { offerKey } from '#engine/registry/catalog/offers'
import type { KnownServer, ServerEntry } from '#engine/registry/servers/serverEntry'
import { plainSecrets } from '#engine/secrets/secretPlaces'
import { shownLaunch } from '#engine/secrets/shownLaunch'
import { isFileProject } from '#engine/store/servers/projectStore'

/** The kinds of state, from the one that needs most attention to the one that needs least. */
const statesByUrgency: readonly ConnectionState['kind'][] = [
  'failed',
  'backingOff',
  'starting',
  'stopping',
  'ready',
  'stopped',
]
const stopped: ConnectionState = { kind: 'stopped' }

export function serverSnapshot({ definition, icon, entries, newest, signIn }: KnownServer): ServerSnapshot {
  const on = entries.filter(({ row }) => row.enabled)
  // A server that is off in every project may still be stopping.
  const states = (on.length > 0 ? on : entries).map(({ connection }) => connection.state)
  const tools = listedBy(on[0] ?? entries[0], newest.tools)
  const sound = tools.filter((tool) => tool.definition !== null)
  const isOfFile = entries.some(({ row }) => isFileProject(row.projectId))
  return {
    slug: definition.slug,
    formerSlugs: [...definition.formerSlugs],
    name: definition.name,
    description: definition.description,
    icon,
    projects: entries.map(({ row }) => row.projectId),
    enabledIn: on.map(({ row }) => row.projectId),
    position: definition.position,
    enabled: on.length > 0,
    launch: shownLaunch(definition.launch),
    // The file belongs to the person: its values are never stored, so they cannot be moved to the vault.
    plainSecrets: isOfFile ? [] : plainSecrets(definition.launch).map(({ name }) => name),
    group: entries.find(({ row }) => row.group !== null)?.row.group ?? null,
    groupIn: Object.fromEntries(
      entries.flatMap(({ row: { projectId, group } }) => (group === null ? [] : [[projectId, group]])),
    ),
    labels: definition.labels,
    concurrency: definition.concurrency,
    restart: definition.restart,
    timeoutMs: definition.timeoutMs,
    sessions: definition.sessions,
    asksCallers: definition.asksCallers,
    trusted: definition.trusted,
    retry: definition.retry,
    idleStopMs: definition.idleStopMs,
    state: mostUrgent(states),
    signIn: signIn(),
    tools: {
      total: tools.length,
      enabled: sound.filter(({ name }) => isOnAnywhere(name, entries)).length,
      quarantined: tools.length - sound.length,
    },
    // Projects that share a process share its restarts.
    restarts: Math.max(0, ...entries.map(({ connection }) => connection.restarts)),
  }
}

export function projectServer(entry: ServerEntry): ProjectServer {
  const { row, connection, switchedOff } = entry
  const tools = entry.tools ?? []
  const on = tools.filter(({ name, definition }) => definition !== null && !switchedOff.has(name))
  return {
    slug: row.slug,
    enabled: row.enabled,
    group: row.group,
    state: connection.state,
    tools: { total: tools.length, enabled: on.length },
  }
}

/** The tools with their names in a catalog. `entries`: one server's relevant entries. May be empty. */
export function toolSnapshots(
  server: KnownServer,
  entries: readonly ServerEntry[],
  { assignment, leftOut }: Pick<Catalog, 'assignment' | 'leftOut'>,
): ToolSnapshot[] {
  const on = entries.filter(({ row }) => row.enabled)
  const [first = entries[0]] = on
  const { slug } = server.definition
  return listedBy(first, server.newest.tools).map((tool) => {
    const definition = readable(tool)
    const left = leftOut.find((one) => one.slug === slug && one.toolName === tool.name)
    const offered = first?.row.enabled === true && tool.definition !== null && left === undefined
    return {
      publicName: offered ? (assignment.nameOf(offerKey(first.row, tool.name)) ?? null) : null,
      name: tool.name,
      server: slug,
      title: text(definition['title']) ?? text((definition['annotations'] as { title?: unknown } | undefined)?.title),
      description: text(definition['description']) ?? '',
      own: entries.length === 1 ? (entries[0]?.own.get(tool.name) ?? null) : null,
      inputSchema: definition['inputSchema'],
      annotations: definition['annotations'],
      enabled: isOnAnywhere(tool.name, on.length > 0 ? on : entries),
      quarantine: tool.quarantine ?? left?.reason ?? null,
    }
  })
}

function listedBy(entry: ServerEntry | undefined, newest: readonly CheckedTool[] | null): readonly CheckedTool[] {
  return (entry === undefined ? newest : entry.tools) ?? []
}

function isOnAnywhere(tool: string, entries: readonly ServerEntry[]): boolean {
  return entries.some(({ switchedOff }) => !switchedOff.has(tool))
}

function mostUrgent(states: readonly ConnectionState[]): ConnectionState {
  for (const kind of statesByUrgency) {
    const state = states.find((one) => one.kind === kind)
    if (state !== undefined) return state
  }
  return stopped
}

function readable(tool: CheckedTool): Readonly<Record<string, unknown>> {
  return typeof tool.raw === 'object' && tool.raw !== null ? (tool.raw as Record<string, unknown>) : {}
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
