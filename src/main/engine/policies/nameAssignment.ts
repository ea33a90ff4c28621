/**
 * Under which name each tool is offered. Pure and deterministic: names are unique and do not depend on the order in
 * which servers start. Things go by their places in the list, of which only the keys and names are kept.
 */
import { haveSameForms, type NameForms, type NamingRules, withHash } from '#engine/policies/naming'

export interface NamedThing extends NameForms {
  /** Unique among all that are named together. */
  readonly key: string
  readonly name: string
  /** It always gets its bare name, whatever others are called. No two reserved things have the same name. */
  readonly reserved?: boolean
}

interface Assigned {
  readonly things: readonly NamedThing[]
  /** Those by which qualified names are aliases; null where they are none. */
  readonly rules: NamingRules | null
  readonly names: readonly (string | undefined)[]
  readonly places: ReadonlyMap<string, number>
  readonly clashes: ReadonlyMap<string, readonly string[]>
}

export class NameAssignment {
  /** The public name of each thing, by place. One without is overridden by another. */
  readonly names: readonly (string | undefined)[]
  /** Names that more than one thing claims, with the keys that do, in order. */
  readonly clashes: ReadonlyMap<string, readonly string[]>
  readonly #assigned: Assigned
  /** Names of before that are no longer anybody's, by the place of whoever had them. */
  readonly #kept: ReadonlyMap<string, number>
  #aliases: ReadonlyMap<string, number> | null = null
  #namesByKey: ReadonlyMap<string, string> | null = null

  constructor(assigned: Assigned, previous?: NameAssignment) {
    this.names = assigned.names
    this.clashes = assigned.clashes
    this.#assigned = assigned
    this.#kept = previous === undefined ? new Map() : previous.#leftTo(assigned)
  }

  /** Of the thing with this public name or alias. */
  placeOf(name: string): number | undefined {
    return this.#assigned.places.get(name) ?? this.aliases.get(name)
  }

  /** The public name of the thing with this key. */
  nameOf(key: string): string | undefined {
    const { things } = this.#assigned
    this.#namesByKey ??= new Map(
      things.flatMap((thing, place) => {
        const name = this.names[place]
        return name === undefined ? [] : [[thing.key, name] as const]
      }),
    )
    return this.#namesByKey.get(key)
  }

  /** Every other name by which a thing may be called, with its place. Never one of the public names. */
  get aliases(): ReadonlyMap<string, number> {
    this.#aliases ??= this.#makeAliases()
    return this.#aliases
  }

  #makeAliases(): ReadonlyMap<string, number> {
    const { things, rules, places } = this.#assigned
    const aliases = new Map<string, number>()
    const add = (name: string, place: number) => {
      if (!places.has(name) && !aliases.has(name)) aliases.set(name, place)
    }
    if (rules !== null) things.forEach(({ qualified }, place) => add(qualified, place))
    for (const [name, place] of this.#kept) add(name, place)
    return aliases
  }

  /** Names of this assignment that mean nothing in the next one, where what had them is still there. */
  #leftTo(next: Assigned): ReadonlyMap<string, number> {
    const { things, places, rules } = this.#assigned
    const left = new Map<string, string[]>()
    const leave = (name: string, place: number) => {
      const thing = things[place]
      if (thing === undefined || next.places.has(name)) return
      const names = left.get(thing.key)
      if (names === undefined) left.set(thing.key, [name])
      else names.push(name)
    }
    places.forEach((place, name) => leave(name, place))
    // By the same rules, what is still there has the same qualified name again.
    const isSame = rules !== null && next.rules !== null && haveSameForms(rules, next.rules)
    const aliases = isSame ? this.#kept : this.aliases
    aliases.forEach((place, name) => leave(name, place))
    const kept = new Map<string, number>()
    if (left.size === 0) return kept
    for (const [place, { key }] of next.things.entries()) for (const name of left.get(key) ?? []) kept.set(name, place)
    return kept
  }
}

/**
 * `things` come in the order of their servers' positions, with the forms of their names by the same rules. `previous` is
 * the assignment before: a bare name that becomes ambiguous stays callable for the one that had it.
 */
export function assignNames(
  things: readonly NamedThing[],
  rules: NamingRules,
  previous?: NameAssignment,
): NameAssignment {
  const { places, rivals } = claimsOf(things)
  const prefixed: number[] = []
  if (rules.naming === 'prefix-always') {
    places.clear()
    things.forEach(({ bare, reserved }, place) => {
      if (reserved === true) places.set(bare, place)
      else prefixed.push(place)
    })
  } else
    for (const [name, claimants] of rivals) {
      const reserved = claimants.find((place) => things[place]?.reserved === true)
      const winner = reserved ?? (rules.naming === 'override' ? claimants.at(-1) : undefined)
      if (winner === undefined) places.delete(name)
      else places.set(name, winner)
      if (rules.naming !== 'override') prefixed.push(...claimants.filter((place) => place !== winner))
    }
  const names: (string | undefined)[] = things.map(() => undefined)
  places.forEach((place, name) => (names[place] = name))
  // Last, as a prefixed name must give way to a tool that is really called so.
  for (const place of prefixed.sort((one, other) => one - other)) {
    const thing = things[place]
    if (thing === undefined) continue
    const name = freeName(thing, places, rules.maxLength)
    places.set(name, place)
    names[place] = name
  }
  const keysOf = (claimants: readonly number[]) => claimants.map((place) => things[place]?.key ?? '')
  const clashes = new Map([...rivals].map(([name, claimants]) => [name, keysOf(claimants)]))
  return new NameAssignment({ things, rules, names, places, clashes }, previous)
}

/** Everything keeps the name that it has; no two may have the same. */
export function ownNames(things: readonly NamedThing[]): NameAssignment {
  const names = things.map(({ name }) => name)
  const places = new Map(names.map((name, place) => [name, place]))
  return new NameAssignment({ things, rules: null, names, places, clashes: new Map() })
}

interface Claims {
  /** Of the first that claims a name, by that name. */
  readonly places: Map<string, number>
  /** Of all that claim a name which more than one does. */
  readonly rivals: ReadonlyMap<string, readonly number[]>
}

function claimsOf(things: readonly NamedThing[]): Claims {
  const places = new Map<string, number>()
  const rivals = new Map<string, number[]>()
  things.forEach(({ bare }, place) => {
    const first = places.get(bare)
    if (first === undefined) {
      places.set(bare, place)
      return
    }
    const known = rivals.get(bare)
    if (known === undefined) rivals.set(bare, [first, place])
    else known.push(place)
  })
  return { places, rivals }
}

function freeName({ qualified, key }: NamedThing, taken: ReadonlyMap<string, number>, maxLength: number): string {
  let name = qualified
  for (let salt = 0; taken.has(name); salt++) name = withHash(qualified, `${key} ${salt}`, maxLength)
  return name
}
