import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignNames, type NameAssignment } from '#engine/registry/catalog/naming/nameAssignment'
import { nameForms, type NamingRules } from '#engine/registry/catalog/naming/naming'

const rules = (naming: NamingRules['naming'], prefix = '{server}__{tool}'): NamingRules => ({
  naming,
  prefix,
  maxLength: 64,
})
interface Thing {
  readonly key: string
  readonly owner: string
  readonly name: string
}

const thing = (owner: string, name: string): Thing => ({ key: `${owner}/${name}`, owner, name })
const assign = (things: Thing[], by: NamingRules, previous?: NameAssignment) => {
  const forms = nameForms(by)
  const formed = things.map(({ key, owner, name }) => ({ key, name, ...forms(owner, name) }))
  return assignNames(formed, by, [], previous)
}
const names = (things: Thing[], by: NamingRules, previous?: NameAssignment) => {
  const assignment = assign(things, by, previous)
  return Object.fromEntries(
    things.flatMap(({ key }) => {
      const publicName = assignment.nameOf(key)
      return publicName === undefined ? [] : [[key, publicName]]
    }),
  )
}

describe('assignNames', () => {
  const clash = [thing('a', 'echo'), thing('b', 'echo'), thing('b', 'only')]

  it('[R10] leaves a unique name alone', () => {
    expect(names([thing('a', 'echo')], rules('prefix-on-conflict'))).toEqual({ 'a/echo': 'echo' })
  })

  it('[R10] prefixes every tool of a clash, in whatever order the servers start', () => {
    const expected = { 'a/echo': 'a__echo', 'b/echo': 'b__echo', 'b/only': 'only' }
    expect(names(clash, rules('prefix-on-conflict'))).toEqual(expected)
    expect(names([clash[2]!, clash[1]!, clash[0]!], rules('prefix-on-conflict'))).toEqual(expected)
  })

  it('[R10] when a second tool claims a bare name, the name still leads to the first', () => {
    const before = assign([clash[0]!], rules('prefix-on-conflict'))
    const after = assign(clash, rules('prefix-on-conflict'), before)
    expect(after.aliases.get('echo')).toBe(0)
    const moved = clash.toReversed()
    expect(assign(moved, rules('prefix-on-conflict'), after).aliases.get('echo')).toBe(2)
  })

  it('[R10] keeps a name from a former template callable, even after further assignments', () => {
    const before = assign(clash, rules('prefix-always', '{tool}-from-{server}'))
    const after = assign(clash, rules('prefix-on-conflict'), before)
    expect(after.placeOf('echo-from-a')).toBe(0)
    expect(assign(clash, rules('prefix-on-conflict'), after).placeOf('echo-from-a')).toBe(0)
  })

  it('frees the name of a removed tool for another', () => {
    const before = assign([clash[0]!], rules('prefix-on-conflict'))
    const gone = assign([clash[2]!], rules('prefix-on-conflict'), before)
    expect(gone.placeOf('echo')).toBeUndefined()
    const [a, b] = [thing('a', 'echo'), thing('b', 'echo')]
    const both = assign([b, a], rules('prefix-on-conflict'), gone)
    expect(both.keyOf('echo')).toBe('b/echo')
  })

  it('under override the later position wins, and the clash is reported for the log', () => {
    const result = assign(clash, rules('override'))
    expect(result.names).toEqual([undefined, 'echo', 'only'])
    expect(result.placeOf('a__echo')).toBe(0)
    expect([...result.clashes]).toEqual([['echo', ['a/echo', 'b/echo']]])
  })

  it('keeps the fully qualified name callable under every setting', () => {
    for (const naming of ['override', 'prefix-on-conflict', 'prefix-always'] as const) {
      const result = assign(clash, rules(naming))
      expect(result.placeOf('a__echo')).toBe(0)
      expect(result.placeOf('b__only')).toBe(2)
    }
  })

  it('builds prefixed names from the template', () => {
    expect(names(clash, rules('prefix-always', '{tool}-from-{server}'))['a/echo']).toBe('echo-from-a')
  })

  it('does not interpret a replacement pattern in a hostile tool name', () => {
    expect(names([thing('a', '$&{server}')], rules('prefix-always'))['a/$&{server}']).toMatch(
      /^a___+server__[0-9a-f]{8}$/,
    )
  })

  it("[R10] a tool whose bare name equals another tool's full name gets a prefix: a full name has one meaning", () => {
    const result = names([...clash, thing('c', 'a__echo')], rules('prefix-on-conflict'))
    expect(result).toEqual({ 'a/echo': 'a__echo', 'b/echo': 'b__echo', 'b/only': 'only', 'c/a__echo': 'c__a__echo' })
    expect(names([thing('c', 'a__other')], rules('prefix-on-conflict'))).toEqual({ 'c/a__other': 'a__other' })
  })

  it('gives unique, valid names that do not depend on the order of servers', () => {
    const name = fc.oneof(
      fc.constantFrom('echo', 'a__echo', 'ä', 'é', '日本', 'x.y', 'x y', ''),
      fc.string({ maxLength: 90 }),
    )
    const servers = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.uniqueArray(name, { maxLength: 8 }))
    fc.assert(
      fc.property(
        servers,
        fc.constantFrom<NamingRules['naming'][]>('prefix-on-conflict', 'prefix-always'),
        (given, naming) => {
          const things = Object.entries(given).flatMap(([owner, tools]) => tools.map((tool) => thing(owner, tool)))
          const result = assign(things, rules(naming))
          const given64 = result.names.map(String)
          expect(given64).toHaveLength(things.length)
          expect(new Set(given64).size).toBe(given64.length)
          for (const publicName of given64) expect(publicName).toMatch(/^[A-Za-z0-9_-]{0,64}$/)
          for (const [place, publicName] of given64.entries()) expect(result.placeOf(publicName)).toBe(place)
          for (const [alias, place] of result.aliases) {
            expect(given64).not.toContain(alias)
            expect(things[place]).toBeDefined()
          }
        },
      ),
    )
  })
})
