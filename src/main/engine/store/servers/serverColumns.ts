/** How a server is laid out in its columns, both ways. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import { launch as launchSchema } from '#contract/servers/server'
import { messageOf } from '#contract/errors'
import { storableJson } from '#engine/store/database/storableText'
import type { FileSwitches, SeenEra, ServerPatch, ServerRow } from '#engine/store/servers/serverRow'
import type { ServersTable } from '#engine/store/database/tables'

export type ReadServer = { readonly server: ServerRow; readonly problem: null } | Unreadable
interface Unreadable {
  readonly server: null
  readonly problem: string
}

export function readServer(row: Selectable<ServersTable>): ReadServer {
  try {
    return { server: serverOf(row), problem: null }
  } catch (error) {
    return { server: null, problem: messageOf(error) }
  }
}

function serverOf(row: Selectable<ServersTable>): ServerRow {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    projectId: row.project_id,
    productId: row.product_id,
    launch: launchSchema.parse({ transport: row.transport, ...JSON.parse(row.config) }),
    enabled: row.enabled === 1,
    position: row.position,
    group: row.group,
    labels: JSON.parse(row.labels) as string[],
    concurrency: row.concurrency,
    restart: row.restart,
    timeoutMs: row.timeout_ms,
    sessions: row.sessions,
    asksCallers: row.asks_callers === 1,
    trusted: row.trusted === 1,
    retry: row.retry,
    idleStopMs: row.idle_stop_ms,
    era:
      row.protocol_era === null || row.protocol_era_checked_at === null
        ? null
        : { era: row.protocol_era, checkedAt: row.protocol_era_checked_at },
    fileSwitches: row.file_switches === null ? null : (JSON.parse(row.file_switches) as FileSwitches),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function newServerColumns(row: ServerRow): Insertable<ServersTable> {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    project_id: row.projectId,
    product_id: row.productId,
    ...launchColumns(row.launch),
    enabled: row.enabled,
    position: row.position,
    group: row.group,
    labels: storableJson(row.labels),
    concurrency: row.concurrency,
    restart: row.restart,
    timeout_ms: row.timeoutMs,
    sessions: row.sessions,
    asks_callers: row.asksCallers,
    trusted: row.trusted,
    retry: row.retry,
    idle_stop_ms: row.idleStopMs,
    ...(row.era && eraColumns(row.era)),
    file_switches: row.fileSwitches && storableJson(row.fileSwitches),
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** Of a change: only what it names. */
export function serverColumns(patch: ServerPatch): Updateable<ServersTable> {
  return {
    ...(patch.slug !== undefined && { slug: patch.slug }),
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.description !== undefined && { description: patch.description }),
    ...(patch.projectId !== undefined && { project_id: patch.projectId }),
    ...(patch.productId !== undefined && { product_id: patch.productId }),
    ...(patch.launch !== undefined && { ...launchColumns(patch.launch), ...noEra }),
    ...(patch.enabled !== undefined && { enabled: patch.enabled }),
    ...(patch.position !== undefined && { position: patch.position }),
    ...(patch.group !== undefined && { group: patch.group }),
    ...(patch.labels !== undefined && { labels: storableJson(patch.labels) }),
    ...(patch.concurrency !== undefined && { concurrency: patch.concurrency }),
    ...(patch.restart !== undefined && { restart: patch.restart }),
    ...(patch.timeoutMs !== undefined && { timeout_ms: patch.timeoutMs }),
    ...(patch.sessions !== undefined && { sessions: patch.sessions }),
    ...(patch.asksCallers !== undefined && { asks_callers: patch.asksCallers }),
    ...(patch.trusted !== undefined && { trusted: patch.trusted }),
    ...(patch.retry !== undefined && { retry: patch.retry }),
    ...(patch.fileSwitches !== undefined && {
      file_switches: patch.fileSwitches && storableJson(patch.fileSwitches),
    }),
    ...(patch.idleStopMs !== undefined && { idle_stop_ms: patch.idleStopMs }),
  }
}

/** What was seen of a server holds for the launch with which it was seen. */
const noEra = { protocol_era: null, protocol_era_checked_at: null }

export function eraColumns({ era, checkedAt }: SeenEra) {
  return { protocol_era: era, protocol_era_checked_at: checkedAt }
}

function launchColumns({ transport, ...config }: ServerRow['launch']) {
  return { transport, config: storableJson(config) }
}
