/** Maps servers and pairs to columns and back. */
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
type CopiedColumns = Pick<PairsTable, 'slug' | 'name' | 'description' | 'transport' | 'config'>
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

/** A new pair's columns, including those copied from the server. */
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

/** How each changeable field is written. Must be complete: a field without an entry would be used but never stored. */
type Written<Patch, Row> = { readonly [Field in keyof Patch]-?: (value: Required<Patch>[Field]) => Updateable<Row> }

/** Fields that are also copied into the server's pairs. */
const copied: Written<Pick<DefinitionPatch, 'slug' | 'name' | 'description' | 'launch'>, CopiedColumns> = {
  slug: (slug) => ({ slug }),
  name: (name) => ({ name }),
  description: (description) => ({ description }),
  launch: (launch) => launchColumns(launch),
}

const definitionWritten: Written<DefinitionPatch, DefinitionsTable> = {
  ...copied,
  formerSlugs: (slugs) => ({ former_slugs: JSON.stringify(slugs) }),
  position: (position) => ({ position }),
  labels: (labels) => ({ labels: storableJson(labels) }),
  concurrency: (concurrency) => ({ concurrency }),
  restart: (restart) => ({ restart }),
  timeoutMs: (timeoutMs) => ({ timeout_ms: timeoutMs }),
  sessions: (sessions) => ({ sessions }),
  asksCallers: (asksCallers) => ({ asks_callers: asksCallers }),
  trusted: (trusted) => ({ trusted }),
  retry: (retry) => ({ retry }),
  idleStopMs: (idleStopMs) => ({ idle_stop_ms: idleStopMs }),
}

const pairWritten: Written<PairPatch, PairsTable> = {
  productId: (productId) => ({ product_id: productId }),
  enabled: (enabled) => ({ enabled }),
  group: (group) => ({ group }),
  fileSwitches: (switches) => ({ file_switches: switches && storableJson(switches) }),
}

export function definitionColumns(patch: DefinitionPatch): Updateable<DefinitionsTable> {
  return columnsOf(definitionWritten, patch)
}

export function copiedColumns(patch: DefinitionPatch): Updateable<CopiedColumns> {
  return columnsOf(copied, patch)
}

export function pairColumns(patch: PairPatch): Updateable<PairsTable> {
  return columnsOf(pairWritten, patch)
}

/** The columns of those fields that the change contains. */
function columnsOf<Patch extends object, Row>(written: Written<Patch, Row>, patch: Patch): Updateable<Row> {
  const fields = (Object.keys(written) as (keyof Patch)[]).filter((field) => patch[field] !== undefined)
  return Object.assign({}, ...fields.map((field) => written[field](patch[field])))
}

function launchColumns({ transport, ...config }: ServerDefinition['launch']) {
  return { transport, config: storableJson(config) }
}
