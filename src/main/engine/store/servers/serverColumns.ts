/** How servers and pairs are laid out in their columns, both ways. */
import type { Insertable, Selectable, Updateable } from 'kysely'
import { launch as launchSchema } from '#contract/servers/server'
import { messageOf } from '#contract/errors'
import { storableJson } from '#engine/store/database/storableText'
import type {
  DefinitionPatch,
  FileSwitches,
  PairPatch,
  ServerDefinition,
  ServerPair,
} from '#engine/store/servers/serverRow'
import type { DefinitionsTable, PairsTable } from '#engine/store/database/tables'

export type ReadDefinition = { readonly definition: ServerDefinition; readonly problem: null } | Unreadable
interface Unreadable {
  readonly definition: null
  readonly problem: string
}

export function readDefinition(row: Selectable<DefinitionsTable>): ReadDefinition {
  try {
    return { definition: definitionOf(row), problem: null }
  } catch (error) {
    return { definition: null, problem: messageOf(error) }
  }
}

function definitionOf(row: Selectable<DefinitionsTable>): ServerDefinition {
  return {
    id: row.id,
    slug: row.slug,
    formerSlugs: JSON.parse(row.former_slugs) as string[],
    name: row.name,
    description: row.description,
    launch: launchSchema.parse({ transport: row.transport, ...JSON.parse(row.config) }),
    position: row.position,
    labels: JSON.parse(row.labels) as string[],
    concurrency: row.concurrency,
    restart: row.restart,
    timeoutMs: row.timeout_ms,
    sessions: row.sessions,
    asksCallers: row.asks_callers === 1,
    trusted: row.trusted === 1,
    retry: row.retry,
    idleStopMs: row.idle_stop_ms,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function pairOf(row: Selectable<PairsTable>): ServerPair {
  return {
    pairId: row.id,
    projectId: row.project_id,
    productId: row.product_id,
    enabled: row.enabled === 1,
    group: row.group,
    fileSwitches: row.file_switches === null ? null : (JSON.parse(row.file_switches) as FileSwitches),
    addedAt: row.created_at,
  }
}

export function newDefinitionColumns(row: ServerDefinition): Insertable<DefinitionsTable> {
  return {
    id: row.id,
    slug: row.slug,
    former_slugs: JSON.stringify(row.formerSlugs),
    name: row.name,
    description: row.description,
    ...launchColumns(row.launch),
    position: row.position,
    labels: storableJson(row.labels),
    concurrency: row.concurrency,
    restart: row.restart,
    timeout_ms: row.timeoutMs,
    sessions: row.sessions,
    asks_callers: row.asksCallers,
    trusted: row.trusted,
    retry: row.retry,
    idle_stop_ms: row.idleStopMs,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  }
}

/** With the copy of what belongs to the server. */
export function newPairColumns(definition: ServerDefinition, pair: ServerPair): Insertable<PairsTable> {
  return {
    id: pair.pairId,
    server_id: definition.id,
    project_id: pair.projectId,
    product_id: pair.productId,
    slug: definition.slug,
    name: definition.name,
    description: definition.description,
    ...launchColumns(definition.launch),
    enabled: pair.enabled,
    group: pair.group,
    file_switches: pair.fileSwitches && storableJson(pair.fileSwitches),
    created_at: pair.addedAt,
    updated_at: definition.updatedAt,
  }
}

/** Of a change: only what it names. */
export function definitionColumns(patch: DefinitionPatch): Updateable<DefinitionsTable> {
  return {
    ...copiedColumns(patch),
    ...(patch.formerSlugs !== undefined && { former_slugs: JSON.stringify(patch.formerSlugs) }),
    ...(patch.position !== undefined && { position: patch.position }),
    ...(patch.labels !== undefined && { labels: storableJson(patch.labels) }),
    ...(patch.concurrency !== undefined && { concurrency: patch.concurrency }),
    ...(patch.restart !== undefined && { restart: patch.restart }),
    ...(patch.timeoutMs !== undefined && { timeout_ms: patch.timeoutMs }),
    ...(patch.sessions !== undefined && { sessions: patch.sessions }),
    ...(patch.asksCallers !== undefined && { asks_callers: patch.asksCallers }),
    ...(patch.trusted !== undefined && { trusted: patch.trusted }),
    ...(patch.retry !== undefined && { retry: patch.retry }),
    ...(patch.idleStopMs !== undefined && { idle_stop_ms: patch.idleStopMs }),
  }
}

/** What of a change stands in the pairs of the server, too. */
export function copiedColumns(patch: DefinitionPatch) {
  return {
    ...(patch.slug !== undefined && { slug: patch.slug }),
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.description !== undefined && { description: patch.description }),
    ...(patch.launch !== undefined && launchColumns(patch.launch)),
  }
}

export function pairColumns(patch: PairPatch): Updateable<PairsTable> {
  return {
    ...(patch.productId !== undefined && { product_id: patch.productId }),
    ...(patch.enabled !== undefined && { enabled: patch.enabled }),
    ...(patch.group !== undefined && { group: patch.group }),
    ...(patch.fileSwitches !== undefined && {
      file_switches: patch.fileSwitches && storableJson(patch.fileSwitches),
    }),
  }
}

function launchColumns({ transport, ...config }: ServerDefinition['launch']) {
  return { transport, config: storableJson(config) }
}
