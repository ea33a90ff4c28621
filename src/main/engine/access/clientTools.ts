/**
 * Computes the cost of the tools that a client gets. Each cost is computed once, and cached as long as the tool's
 * definition is in memory.
 */
import type { PricedTool } from '#contract/clients/access'
import { estimatedTokens } from '#contract/text/tokens'
import { fieldsOf } from '#contract/jsonRpc/jsonObject'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import type { ListedTool } from '#engine/registry/catalog/frozenList'

const known = new WeakMap<ListedTool, PricedTool>()

export function pricedTools(view: CatalogView | null): PricedTool[] {
  return (view?.tools ?? []).map((tool) => {
    let priced = known.get(tool)
    if (priced === undefined) {
      const { _meta, ...seenByModel } = tool
      priced = {
        name: tool.name,
        server: serverOf(_meta),
        estimatedTokens: estimatedTokens(JSON.stringify(seenByModel)),
      }
      known.set(tool, priced)
    }
    return priced
  })
}

function serverOf(meta: unknown): string {
  const server = fieldsOf(meta)['switchboard/server']
  return typeof server === 'string' ? server : ''
}
