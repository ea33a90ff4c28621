/** Builds catalogs in a separate process, and prints the figures as one line. */
import type { CatalogFigures } from '#bench/catalog/measureCatalog'
import { listingOf, timed } from '#bench/catalog/listings'
import { median } from '#bench/report/statistics'
import type { NamingRules } from '#engine/registry/catalog/naming/naming'
import { buildCatalog, type Catalog } from '#engine/registry/catalog/catalog'
import type { CatalogServer } from '#engine/registry/catalog/catalogServer'
import { checkListing } from '#engine/policies/checkedTool'
import { ListedTools } from '#engine/registry/catalog/listedTools'

const toolsEach = 50
const rounds = 15
const lookups = 200_000
const rules: NamingRules = { naming: 'prefix-on-conflict', prefix: '{server}__{tool}', maxLength: 64 }

function servers(count: number): CatalogServer[] {
  return Array.from({ length: count }, (_, server) => ({
    slug: `server-${server}`,
    projectId: 'default',
    group: null,
    tools: checkListing(listingOf(server, toolsEach)),
    switchedOff: new Set<string>(),
    own: new Map(),
    pairs: [{ pairId: `server-${server}`, switchedOff: new Set<string>() }],
    prompts: [],
    resources: [],
    templates: [],
  }))
}

function build(from: readonly CatalogServer[], texts: ListedTools, previous?: Catalog): Catalog {
  const catalog = buildCatalog({ kind: 'all' }, from, rules, texts, previous)
  // Computes the hash that decides whether clients are notified of a changed list.
  if (catalog.view.hash === '') throw new Error('The hash is missing.')
  return catalog
}

function toggled(from: readonly CatalogServer[], round: number): CatalogServer[] {
  const place = (round * 7) % from.length
  return from.map((server, index) =>
    index === place ? { ...server, switchedOff: new Set([`tool_${index}_9`]) } : server,
  )
}

function lookupNanoseconds({ view }: Catalog): number {
  const names = view.tools.map(({ name }) => name)
  const spent = timed(() => {
    for (let made = 0; made < lookups; made += 1) {
      if (view.find(names[(made * 31) % names.length] ?? '') === undefined) throw new Error('A listed name is unknown.')
    }
  })
  return (spent * 1e6) / lookups
}

const hundred = servers(100)
const few = servers(2)
const builds: number[] = []
const toggles: number[] = []
const lists: number[] = []
const lookupsOfMany: number[] = []
const lookupsOfFew: number[] = []
for (let round = 0; round < rounds; round += 1) {
  const texts = new ListedTools()
  // Uses definitions that were never listed before, so that none is cached.
  const fresh = round === 0 ? hundred : servers(100)
  let catalog: Catalog | undefined
  builds.push(timed(() => (catalog = build(fresh, texts))))
  const changed = toggled(fresh, round)
  toggles.push(timed(() => (catalog = build(changed, texts, catalog))))
  const { view } = catalog as Catalog
  lists.push(timed(() => view.toolsJson))
  lookupsOfMany.push(lookupNanoseconds(catalog as Catalog))
  lookupsOfFew.push(lookupNanoseconds(build(few, texts)))
}
const figures: CatalogFigures = {
  firstBuildMs: builds[0] ?? Number.NaN,
  toggleMs: median(toggles),
  listMs: median(lists),
  lookupNs: median(lookupsOfMany),
  fewLookupNs: median(lookupsOfFew),
}
process.stdout.write(`${JSON.stringify({ figures })}\n`)
