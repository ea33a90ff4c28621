/** The parts of a view that a test about tools ignores. */
import { buildPrompts } from '#engine/registry/catalog/promptCatalog'
import { buildResources } from '#engine/registry/catalog/resourceCatalog'
import type { Scope } from '#engine/registry/catalog/scope'

const rules = { naming: 'prefix-on-conflict', prefix: '{server}__{tool}', maxLength: 64 } as const

export function emptyCatalogs(scope: Scope) {
  return { prompts: buildPrompts(scope, [], rules), resources: buildResources(scope, []) }
}
