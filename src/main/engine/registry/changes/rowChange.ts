/** Expresses the difference between two versions of a server as changes. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { Change, ChangeOf } from '#engine/store/servers/change'
import type {
  DefinitionPatch,
  PairPatch,
  ServerDefinition,
  ServerPair,
  ServerRow,
} from '#engine/store/servers/serverRow'

/** Every field that a change may contain. */
const definitionFields = {
  slug: true,
  formerSlugs: true,
  name: true,
  description: true,
  launch: true,
  position: true,
  labels: true,
  concurrency: true,
  restart: true,
  timeoutMs: true,
  sessions: true,
  asksCallers: true,
  trusted: true,
  retry: true,
  idleStopMs: true,
} satisfies Record<keyof DefinitionPatch, true>

const pairFields = {
  productId: true,
  enabled: true,
  group: true,
  fileSwitches: true,
} satisfies Record<keyof PairPatch, true>

/** Returns null if nothing differs. */
export function definitionChange(
  before: ServerDefinition,
  wanted: ServerDefinition,
  updatedAt: number,
): ChangeOf<'changeServer'> | null {
  const patch = whatDiffers<ServerDefinition, DefinitionPatch>(definitionFields, before, wanted)
  return patch === null
    ? null
    : { kind: 'changeServer', id: before.id, slug: before.slug, patch: { ...patch, updatedAt } }
}

/** `slug`: the slug of the server in this server–project pair. */
export function pairChange(slug: string, before: ServerPair, wanted: ServerPair): ChangeOf<'changePair'> | null {
  const patch = whatDiffers<ServerPair, PairPatch>(pairFields, before, wanted)
  return patch === null ? null : { kind: 'changePair', pairId: before.pairId, slug, patch }
}

export function rowChanges(before: ServerRow, wanted: ServerRow, updatedAt: number): Change[] {
  return [definitionChange(before, wanted, updatedAt), pairChange(before.slug, before, wanted)].filter(
    (change) => change !== null,
  )
}

function whatDiffers<Whole extends object, Patch extends object>(
  fields: Readonly<Record<keyof Patch, true>>,
  before: Whole,
  wanted: Whole,
): Patch | null {
  const names = (Object.keys(fields) as (keyof Patch & keyof Whole)[]).filter(
    (name) => !isDeepStrictEqual(before[name], wanted[name]),
  )
  if (names.length === 0) return null
  return Object.fromEntries(names.map((name) => [name, wanted[name]])) as unknown as Patch
}

/** After a new launch, it is unknown whether the server asks its callers: it may be a different server. */
export function relaunched<Row extends Pick<ServerDefinition, 'launch' | 'asksCallers'>>(
  row: Row,
  launch: ServerDefinition['launch'],
): Row {
  return isDeepStrictEqual(row.launch, launch) ? row : { ...row, launch, asksCallers: false }
}
