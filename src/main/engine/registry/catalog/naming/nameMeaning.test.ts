import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkEntries } from '#engine/registry/servers/listingChecks'
import type { NamingRules } from '#engine/registry/catalog/naming/naming'
import { buildCatalog, type Catalog } from '#engine/registry/catalog/catalog'
import type { CatalogServer } from '#engine/registry/catalog/catalogServer'
import type { CatalogView } from '#engine/registry/catalog/catalogView'
import { checkListing } from '#engine/policies/checkedTool'
import { ListedTools } from '#engine/registry/catalog/listedTools'
import type { Scope } from '#engine/registry/catalog/scope'

/** A server and the step at which it lists its tools. If the step is null, its listing is known from the start. */
interface Planned {
  readonly slug: string
  readonly group: string | null
  readonly names: readonly string[]
  readonly turn: number | null
}

const all: Scope = { kind: 'all' }
const slugs = ['a', 'b', 'a-b', 'c'] as const
// These include full names of possible tools, under several templates.
const ownNames = ['x', 'y', 'a__x', 'b__y', 'g__x', 'b-x', 'a-x', 'x.y'] as const
const prefixes = ['{server}__{tool}', '{server}-{tool}', '{tool}-of-{server}'] as const
const asked = [
  ...ownNames,
  ...prefixes.flatMap((prefix) =>
    [...slugs, 'g'].flatMap((owner) =>
      ownNames.map((name) => prefix.replace('{server}', owner).replace('{tool}', name)),
    ),
  ),
]

const planned = fc.shuffledSubarray([...slugs], { minLength: 1 }).chain((order) =>
  fc.tuple(
    ...order.map((slug) =>
      fc.record<Planned>({
        slug: fc.constant(slug),
        group: fc.constantFrom(null, null, 'g'),
        names: fc.uniqueArray(fc.constantFrom(...ownNames), { maxLength: 4 }),
        turn: fc.option(fc.nat(100)),
      }),
    ),
  ),
)
const rules = fc.record<NamingRules>({
  naming: fc.constantFrom('override', 'prefix-on-conflict', 'prefix-always'),
  prefix: fc.constantFrom(...prefixes),
  maxLength: fc.constantFrom(64, 12),
})

function serverOf({ slug, group, names }: Planned, unlisted: CatalogServer['unlisted']): CatalogServer {
  const has = unlisted !== 'everything'
  const tools = has ? names.map((name) => ({ name, inputSchema: { type: 'object' } })) : []
  const prompts = unlisted === null ? names.map((name) => ({ name })) : []
  const resources = unlisted === null ? names.map((name) => ({ name, uri: `note:${name}` })) : []
  return {
    slug,
    group,
    projectId: 'p',
    switchedOff: new Set(),
    own: new Map(),
    pairs: [{ pairId: slug, switchedOff: new Set() }],
    tools: checkListing(tools),
    prompts: checkEntries('prompts', prompts).sound,
    resources: checkEntries('resources', resources).sound,
    templates: [],
    unlisted: unlisted ?? null,
  }
}

/** Whether no full name can be read as a name of two servers. */
function isClear({ prefix, maxLength }: NamingRules): boolean {
  return prefix === '{server}__{tool}' && maxLength === 64
}

/** Returns what each name leads to, without undecided names. */
function meanings(view: CatalogView): Map<string, string> {
  const said = new Map<string, string>()
  for (const name of asked) {
    const tool = view.find(name)
    const [first] = tool?.members ?? []
    if (view.undecided(name) === null)
      said.set(`tool ${name}`, `${tool?.group ?? first?.slug ?? 'nowhere'} ${first?.original ?? ''}`)
    const prompt = view.prompts.find(name)
    if (view.prompts.undecided(name) === null)
      said.set(`prompt ${name}`, `${prompt?.slug ?? 'nowhere'} ${prompt?.original ?? ''}`)
    const uri = `note:${name}`
    if (view.resources.undecided(uri) === null) said.set(uri, view.resources.find(uri)?.slug ?? 'nowhere')
  }
  return said
}

describe('what a name means', () => {
  it('[R10] depends on positions and listings, never on which server listed first: an early meaning stays valid', () => {
    fc.assert(
      fc.property(planned, rules, (servers, by) => {
        const texts = new ListedTools()
        const build = (states: readonly CatalogServer['unlisted'][], previous?: Catalog) =>
          buildCatalog(
            all,
            servers.map((server, place) => serverOf(server, states[place])),
            by,
            texts,
            previous,
          )
        const inTheEnd = meanings(build(servers.map(() => null)).view)
        const states: CatalogServer['unlisted'][] = servers.map(({ turn }) => (turn === null ? null : 'everything'))
        let catalog = build(states)
        const check = () => {
          const now = meanings(catalog.view)
          expect([...now].filter(([name, meaning]) => meaning !== inTheEnd.get(name))).toEqual([])
          // Every listed name can be called immediately.
          const { tools, prompts } = catalog.view
          const undecided = [
            ...tools.filter(({ name }) => catalog.view.undecided(name) !== null),
            ...prompts.list.entries.filter(({ name }) => prompts.undecided(String(name)) !== null),
          ]
          if (isClear(by)) expect(undecided).toEqual([])
          return now
        }
        const order = servers
          .map(({ turn }, place) => ({ turn: turn ?? -1, place }))
          .filter(({ turn }) => turn >= 0)
          .sort((one, other) => one.turn - other.turn)
        check()
        for (const { place } of order)
          for (const state of ['others', null] as const) {
            states[place] = state
            catalog = build(states, catalog)
            check()
          }
        expect(check()).toEqual(inTheEnd)
      }),
      { numRuns: 200 },
    )
  })

  it('[R10] a full name waits only for its own server, a bare name for every server that would win it', () => {
    const tool = (slug: string, unlisted: CatalogServer['unlisted'] = null) =>
      serverOf({ slug, group: null, names: ['x'], turn: null }, unlisted)
    const awaited = (naming: NamingRules['naming'], ...servers: CatalogServer[]) => {
      const by = { naming, prefix: '{server}__{tool}', maxLength: 64 }
      const { view } = buildCatalog(all, servers, by, new ListedTools())
      return ['x', 'a__x', 'b__x', 'nowhere'].map((name) => view.undecided(name)?.awaited ?? [])
    }
    const listed = (slug: string) => tool(slug)
    const starting = (slug: string) => tool(slug, 'everything')
    expect(awaited('override', listed('a'), starting('b'))).toEqual([['b'], [], ['b'], ['b']])
    expect(awaited('override', starting('a'), listed('b'))).toEqual([[], ['a'], [], ['a']])
    expect(awaited('prefix-on-conflict', listed('a'), starting('b'))).toEqual([[], [], ['b'], ['b']])
    expect(awaited('prefix-on-conflict', starting('a'), listed('b'))).toEqual([['a'], ['a'], [], ['a']])
    expect(awaited('prefix-always', listed('a'), starting('b'))).toEqual([[], [], ['b'], []])
    expect(awaited('override', listed('a'), listed('b'))).toEqual([[], [], [], []])
  })

  it('[R10] a tool is listed under its full name while its bare name is undecided', () => {
    const by = { naming: 'override', prefix: '{server}__{tool}', maxLength: 64 } as const
    const server = (slug: string, names: string[], unlisted: CatalogServer['unlisted']) =>
      serverOf({ slug, group: null, names, turn: null }, unlisted)
    const names = (...servers: CatalogServer[]) =>
      buildCatalog(all, servers, by, new ListedTools()).view.tools.map(({ name }) => name)
    expect(names(server('a', ['x'], null), server('b', ['y'], 'everything'))).toEqual(['a__x'])
    expect(names(server('a', ['x'], null), server('b', ['y'], null))).toEqual(['x', 'y'])
  })

  it('[R10] an assigned name is kept until a new server has listed its tools', () => {
    const server = (slug: string, unlisted: CatalogServer['unlisted']) =>
      serverOf({ slug, group: null, names: ['x'], turn: null }, unlisted)
    for (const naming of ['override', 'prefix-on-conflict'] as const) {
      const by = { naming, prefix: '{server}__{tool}', maxLength: 64 }
      const texts = new ListedTools()
      const before = buildCatalog(all, [server('b', null)], by, texts)
      const { view } = buildCatalog(
        all,
        [server('a', 'everything'), server('b', null), server('c', 'everything')],
        by,
        texts,
        before,
      )
      expect(view.tools.map(({ name }) => name)).toEqual(['x'])
      // The name may pass to the last claimant only if the last one wins.
      expect(view.undecided('x')?.awaited ?? []).toEqual(naming === 'override' ? ['c'] : [])
    }
  })
})
