/** Decides which tools are visible in a scope, and gives one reason for each hidden tool. Pure. */
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { HiddenReason, ToolInSight } from '#contract/tools/sight'
import { type ChosenServer, isToolLeft, leftOf } from '#contract/tools/toolChoice'
import type { CheckedTool } from '#engine/policies/checkedTool'
import { isToolFor } from '#engine/policies/toolVisibility'
import type { Catalog } from '#engine/registry/catalog/catalog'
import type { CatalogPair, CatalogServer } from '#engine/registry/catalog/catalogServer'
import { offerKey } from '#engine/registry/catalog/offers'
import type { Scope } from '#engine/registry/catalog/scope'
import type { ServerEntry } from '#engine/registry/servers/serverEntry'

interface Hidden {
  readonly reason: HiddenReason
  readonly detail?: string
}

/** `pairId`: the pair whose settings apply. */
export type PairTool = Omit<ToolInSight, 'isChanged'> & Pick<CatalogPair, 'pairId'>

type Names = Pick<Catalog, 'assignment' | 'leftOut'>
type Server = Pick<CatalogServer, 'slug' | 'projectId' | 'group'> & Pick<CatalogPair, 'pairId'>

/**
 * `entries`: one server's entries in the scope; never empty. `known`: the server's newest listing from any project;
 * null if it has none.
 */
export function toolsInSight(
  scope: Scope,
  entries: readonly [ServerEntry, ...ServerEntry[]],
  catalog: Names,
  known: readonly CheckedTool[] | null,
): PairTool[] {
  const on = entries.filter(({ row }) => row.enabled)
  const [first = entries[0]] = on
  // A server that is off in this scope may never have listed anything in it.
  const tools = first.tools ?? (on.length === 0 ? known : null) ?? []
  const pairs = on.map(({ row, switchedOff }) => ({ pairId: row.pairId, switchedOff }))
  return tools.map((tool) => inSight(scope, tool, first.row, pairs, catalog))
}

/** The visibility of the engine's own tools, in a scope that offers them. */
export function nativeInSight(scope: Scope, native: CatalogServer, catalog: Names): PairTool[] {
  const { pairs } = native
  return native.tools.map((tool) => inSight(scope, tool, { ...native, pairId: native.slug }, pairs, catalog))
}

function inSight(
  scope: Scope,
  tool: CheckedTool,
  server: Server,
  on: readonly CatalogPair[],
  catalog: Names,
): PairTool {
  const publicName = catalog.assignment.nameOf(offerKey(server, tool.name)) ?? null
  const hidden = whyHidden(scope, on, tool, catalog.leftOut, server) ?? (publicName === null ? overridden : null)
  const { title } = fieldsOf(tool.raw)
  const { pairId } = on.find(({ switchedOff }) => !switchedOff.has(tool.name)) ?? server
  return {
    pairId,
    server: server.slug,
    name: tool.name,
    title: typeof title === 'string' ? title : null,
    publicName: hidden === null ? publicName : null,
    hidden: hidden?.reason ?? null,
    detail: hidden?.detail ?? null,
  }
}

const overridden: Hidden = { reason: 'overridden' }

/** Returns the first reason that applies. Reasons are checked from the strongest to the weakest. */
function whyHidden(
  scope: Scope,
  on: readonly CatalogPair[],
  { name, definition, quarantine }: CheckedTool,
  leftOut: Catalog['leftOut'],
  server: ChosenServer,
): Hidden | null {
  if (definition === null) return { reason: 'quarantined', ...(quarantine !== null && { detail: quarantine }) }
  if (on.length === 0) return { reason: 'serverOff' }
  if (on.every(({ switchedOff }) => switchedOff.has(name))) return { reason: 'toolOff' }
  if (!isToolLeft(leftOf(scope.choice, server), name)) return { reason: 'notChosen' }
  if (scope.pages !== true && !isToolFor(definition, 'model')) return { reason: 'appOnly' }
  const left = leftOut.find((one) => one.slug === server.slug && one.toolName === name)
  return left === undefined ? null : { reason: 'differs', detail: left.reason }
}
