import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assignNames, type NamedThing, type NamingRules } from '#engine/policies/naming'

const rules = (naming: NamingRules['naming'], prefix = '{server}__{tool}'): NamingRules => ({
  naming,
  prefix,
  maxLength: 64,
})
const thing = (owner: string, name: string): NamedThing => ({ key: `${owner}/${name}`, owner, name })
const names = (things: NamedThing[], by: NamingRules, previous?: ReturnType<typeof assignNames>) =>
  Object.fromEntries(assignNames(things, by, previous).publicNames)

describe('assignNames', () => {
  const clash = [thing('a', 'echo'), thing('b', 'echo'), thing('b', 'only')]

  it('[R10] leaves a name alone that nobody else has', () => {
    expect(names([thing('a', 'echo')], rules('prefix-on-conflict'))).toEqual({ 'a/echo': 'echo' })
  })

  it('[R10] prefixes every one of a clash, never by start order', () => {
    const expected = { 'a/echo': 'a__echo', 'b/echo': 'b__echo', 'b/only': 'only' }
    expect(names(clash, rules('prefix-on-conflict'))).toEqual(expected)
    expect(names([clash[2]!, clash[1]!, clash[0]!], rules('prefix-on-conflict'))).toEqual(expected)
  })

  it('[R10] keeps a bare name callable for the tool that had it when a second one comes', () => {
    const before = assignNames([clash[0]!], rules('prefix-on-conflict'))
    const after = assignNames(clash, rules('prefix-on-conflict'), before)
    expect(after.aliases.get('echo')).toBe('a/echo')
    expect(assignNames(clash, rules('prefix-on-conflict'), after).aliases.get('echo')).toBe('a/echo')
  })

  it('lets the later position win under override, and names the clash for the log', () => {
    const result = assignNames(clash, rules('override'))
    expect(Object.fromEntries(result.publicNames)).toEqual({ 'b/echo': 'echo', 'b/only': 'only' })
    expect(result.aliases.get('a__echo')).toBe('a/echo')
    expect([...result.clashes]).toEqual([['echo', ['a/echo', 'b/echo']]])
  })

  it('has the fully qualified name callable under every setting', () => {
    for (const naming of ['override', 'prefix-on-conflict', 'prefix-always'] as const) {
      const result = assignNames(clash, rules(naming))
      const callable = new Map([
        ...result.aliases,
        ...[...result.publicNames].map(([key, name]) => [name, key] as const),
      ])
      expect(callable.get('a__echo')).toBe('a/echo')
      expect(callable.get('b__only')).toBe('b/only')
    }
  })

  it('follows the template', () => {
    expect(names(clash, rules('prefix-always', '{tool}-from-{server}'))['a/echo']).toBe('echo-from-a')
  })

  it('does not read a replacement pattern out of a hostile tool name', () => {
    expect(names([thing('a', '$&{server}')], rules('prefix-always'))['a/$&{server}']).toMatch(
      /^a___+server__[0-9a-f]{8}$/,
    )
  })

  it('gives way to a tool that is really called like a prefixed one', () => {
    const result = names([...clash, thing('c', 'a__echo')], rules('prefix-on-conflict'))
    expect(result['c/a__echo']).toBe('a__echo')
    expect(new Set(Object.values(result)).size).toBe(4)
  })

  it('is unique, of the allowed form and the same for any order of servers', () => {
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
          const result = assignNames(things, rules(naming))
          const given64 = [...result.publicNames.values()]
          expect(given64).toHaveLength(things.length)
          expect(new Set(given64).size).toBe(given64.length)
          for (const publicName of given64) expect(publicName).toMatch(/^[A-Za-z0-9_-]{0,64}$/)
          for (const [alias, key] of result.aliases) {
            expect(given64).not.toContain(alias)
            expect(result.publicNames.has(key)).toBe(true)
          }
        },
      ),
    )
  })
})
