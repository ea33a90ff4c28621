import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCatalog, type Catalog } from '#engine/registry/catalog/catalog'
import type { CatalogServer } from '#engine/registry/catalog/catalogServer'
import { checkListing } from '#engine/policies/checkedTool'
import { ListedTools } from '#engine/registry/catalog/listedTools'
import type { Scope } from '#engine/registry/catalog/scope'

const all: Scope = { kind: 'all' }
const rules = { naming: 'prefix-on-conflict', prefix: '{server}__{tool}', maxLength: 64 } as const
const tool = (name: string, schema: object = {}) => ({ name, inputSchema: { type: 'object', ...schema } })
const server = (slug: string, tools: unknown[], more: Partial<CatalogServer> = {}): CatalogServer => ({
  slug,
  projectId: 'p',
  group: null,
  switchedOff: new Set(),
  own: new Map(),
  pairs: [{ pairId: slug, switchedOff: more.switchedOff ?? new Set() }],
  prompts: [],
  resources: [],
  templates: [],
  tools: checkListing(tools),
  ...more,
})
const names = (servers: CatalogServer[], scope: Scope = all) =>
  buildCatalog(scope, servers, rules, new ListedTools()).view.tools.map((one) => one.name)

describe('buildCatalog', () => {
  it('[R10] lists the tools of every server in the order of positions, with the server and the original name in _meta', () => {
    const { view } = buildCatalog(
      all,
      [server('b', [tool('x')]), server('a', [tool('x'), tool('y')])],
      rules,
      new ListedTools(),
    )
    expect(view.tools.map((one) => [one.name, one['_meta']])).toEqual([
      ['b__x', { 'switchboard/server': 'b', 'switchboard/tool': 'x' }],
      ['a__x', { 'switchboard/server': 'a', 'switchboard/tool': 'x' }],
      ['y', { 'switchboard/server': 'a', 'switchboard/tool': 'y' }],
    ])
    expect(JSON.parse(view.toolsJson)).toEqual(view.tools)
  })

  it("[R14] passes on every other key of a definition untouched, except the URI of the tool's page", () => {
    const given = { ...tool('x'), 'x-vendor': { deep: 1 }, _meta: { ui: { resourceUri: 'ui://x' } }, icons: [] }
    const [listed] = buildCatalog(all, [server('a', [given])], rules, new ListedTools()).view.tools
    const _meta = { ui: { resourceUri: 'ui://a/ui://x' }, 'switchboard/server': 'a', 'switchboard/tool': 'x' }
    expect(listed).toEqual({ ...given, _meta })
  })

  it('leaves out tools that are switched off or quarantined, and nothing else', () => {
    const servers = [
      server('a', [tool('on'), tool('off'), { name: 'bad' }, tool('on')], { switchedOff: new Set(['off']) }),
    ]
    expect(names(servers)).toEqual(['on'])
  })

  it("at a server's own address its tools keep their names, including names that clients reject", () => {
    expect(names([server('a', [tool('with.dots'), tool('x'.repeat(90))])], { kind: 'server', slug: 'a' })).toEqual([
      'with.dots',
      'x'.repeat(90),
    ])
  })

  it('[R18] merges equal tools of a group into one, and leaves out a tool whose schema differs', () => {
    const { view, leftOut } = buildCatalog(
      all,
      [
        server('a', [tool('x', { title: 'n', properties: {} })], { group: 'g' }),
        server('b', [tool('x', { properties: {}, title: 'n' })], { group: 'g' }),
        server('c', [tool('x', { required: ['q'] })], { group: 'g' }),
        server('d', [tool('x')]),
      ],
      rules,
      new ListedTools(),
    )
    expect(view.tools.map((one) => one.name)).toEqual(
      ['d__x', 'g__x'].sort(
        (p, q) => view.tools.findIndex((t) => t.name === p) - view.tools.findIndex((t) => t.name === q),
      ),
    )
    expect(view.find('g__x')?.members.map((member) => member.slug)).toEqual(['a', 'b'])
    expect(leftOut).toMatchObject([{ slug: 'c', toolName: 'x' }])
    expect(view.tools.find((one) => one.name === 'g__x')?.['_meta']).toMatchObject({
      'switchboard/server': 'g',
      'switchboard/members': ['a', 'b'],
    })
  })

  it('two catalogs have equal hashes if and only if clients see the same tools', () => {
    const texts = new ListedTools()
    const hash = (tools: unknown[], off: string[] = []) =>
      buildCatalog(all, [server('a', tools, { switchedOff: new Set(off) })], rules, texts).view.hash
    expect(hash([tool('x'), tool('y')])).toBe(hash([tool('x'), tool('y')]))
    expect(hash([tool('x'), tool('y')])).not.toBe(hash([tool('x'), tool('y')], ['y']))
    expect(hash([tool('x')])).not.toBe(hash([{ ...tool('x'), description: 'new' }]))
    expect(hash([tool('x'), tool('y')], ['y'])).toBe(hash([tool('x')]))
  })

  it('[R10] every listed name leads back to the server and tool that it came from', () => {
    const toolName = fc.constantFrom('x', 'y', 'a__x', 'b__y', 'ü', 'x.y')
    const tools = fc.uniqueArray(toolName, { maxLength: 5 })
    fc.assert(
      fc.property(tools, tools, tools, (a, b, c) => {
        const servers = [
          server(
            'a',
            a.map((name) => tool(name)),
          ),
          server(
            'b',
            b.map((name) => tool(name)),
          ),
          server(
            'c',
            c.map((name) => tool(name)),
          ),
        ]
        const { view } = buildCatalog(all, servers, rules, new ListedTools())
        expect(view.tools).toHaveLength(a.length + b.length + c.length)
        for (const listed of view.tools) {
          const meta = listed['_meta'] as Record<string, string>
          const slug = meta['switchboard/server']
          const member = { slug, pairId: slug, original: meta['switchboard/tool'] }
          expect(view.find(listed.name)?.members).toEqual([member])
        }
      }),
    )
  })

  it('a catalog does not depend on earlier builds: cached parts of one build do not affect the next', () => {
    const listings = ['x', 'y', 'a__x'].map((name) => checkListing([tool(name), tool('x.y'), tool('z')]))
    const state = fc.record({
      naming: fc.constantFrom('override', 'prefix-on-conflict', 'prefix-always'),
      prefix: fc.constantFrom('{server}__{tool}', '{tool}.{server}'),
      maxLength: fc.constantFrom(12, 64),
      kind: fc.constantFrom('all', 'server'),
      listed: fc.array(fc.constantFrom(...listings), { minLength: 3, maxLength: 3 }),
      off: fc.subarray(['x', 'y', 'z']),
      group: fc.constantFrom(null, 'g'),
    })
    const serversOf = ({
      listed,
      off,
      group,
    }: {
      listed: (typeof listings)[number][]
      off: string[]
      group: 'g' | null
    }) =>
      listed.map((checked, index) =>
        server(`${'abc'[index]}`, [], {
          tools: checked,
          group: index === 0 ? null : group,
          switchedOff: new Set(index === 1 ? off : []),
          prompts: [{ key: 'p', definition: { name: 'p' } }],
        }),
      )
    fc.assert(
      fc.property(fc.array(state, { minLength: 2, maxLength: 5 }), (states) => {
        const texts = new ListedTools()
        let previous: Catalog | undefined
        for (const one of states) {
          const scope: Scope = one.kind === 'all' ? all : { kind: 'server', slug: 'a' }
          const servers = serversOf(one).slice(0, one.kind === 'all' ? 3 : 1)
          previous = buildCatalog(scope, servers, one, texts, previous)
          const { view } = buildCatalog(scope, serversOf(one).slice(0, servers.length), one, new ListedTools())
          expect(previous.view.toolsJson).toBe(view.toolsJson)
          expect(previous.view.hash).toBe(view.hash)
          expect(previous.view.prompts.list.json).toBe(view.prompts.list.json)
          for (const { name } of view.tools) expect(previous.view.find(name)).toEqual(view.find(name))
        }
      }),
    )
  })
})
