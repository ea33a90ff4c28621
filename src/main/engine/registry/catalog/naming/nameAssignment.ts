/**
 * Assigns public names to tools and prompts ("things"), and decides what every other name means. Things are identified
 * by their index in the list. A name leads to the first match of these: a reserved thing with that name, the thing with
 * that fully qualified name, a thing with that bare name. If several things have the same bare name, `override` chooses
 * the last of them. `prefix-on-conflict` chooses the thing that had the name before, otherwise the first. A server that
 * has never listed anything may outrank the current owner of a name. Until that server lists its tools, the name is
 * assigned to nothing, and calls to the name wait. Pure and deterministic: the result depends on positions and
 * listings, never on the order in which servers start.
 */
import { type PendingOwner, settleClaims } from '#engine/registry/catalog/naming/nameClaims'
import {
  hasHash,
  haveSameForms,
  type NamedThing,
  type NamingRules,
  namings,
  withHash,
} from '#engine/registry/catalog/naming/naming'

interface Assigned {
  readonly things: readonly NamedThing[]
  /** The rules under which qualified names are aliases; null if qualified names are not aliases. */
  readonly rules: NamingRules | null
  readonly names: readonly (string | undefined)[]
  readonly places: ReadonlyMap<string, number>
  /**
   * Names that several things claim and none gets, with the index of the thing that they lead to if they were not
   * assigned before.
   */
  readonly shared: ReadonlyMap<string, number>
  readonly undecided: ReadonlyMap<string, number>
  readonly pending: readonly PendingOwner[]
  readonly clashes: ReadonlyMap<string, readonly string[]>
}

/** A name whose meaning depends on servers that have never listed anything. */
export interface Undecided {
  /** The slugs of these servers. Never empty. */
  readonly awaited: readonly string[]
  /** The full name of the thing that the name leads to for now; null if there is none. */
  readonly otherwise: string | null
  /** Whether the name has the form of these servers' qualified names. */
  readonly isTheirs: boolean
}

export class NameAssignment {
  /** The public name of each thing, by index. Undefined if another thing overrides it. */
  readonly names: readonly (string | undefined)[]
  /** Names that more than one thing claims, with the keys of those things, in order. */
  readonly clashes: ReadonlyMap<string, readonly string[]>
  readonly #assigned: Assigned
  /** Names from earlier assignments that are no longer assigned, with the index of their former owner. */
  readonly #kept: ReadonlyMap<string, number>
  #aliases: ReadonlyMap<string, number> | null = null
  #namesByKey: ReadonlyMap<string, string> | null = null

  constructor(assigned: Assigned, previous?: NameAssignment) {
    this.names = assigned.names
    this.clashes = assigned.clashes
    this.#assigned = assigned
    this.#kept = previous === undefined ? new Map() : previous.#leftTo(assigned)
  }

  /** The index of the thing with this public name or alias. */
  placeOf(name: string): number | undefined {
    return this.#assigned.places.get(name) ?? this.aliases.get(name)
  }

  /** Why the meaning of this name is not known yet; null if it is known. */
  undecided(name: string): Undecided | null {
    const { pending, rules, things, undecided } = this.#assigned
    if (pending.length === 0) return null
    const place = this.placeOf(name)
    const thing = place === undefined ? undefined : things[place]
    if (thing?.reserved === true && thing.bare === name) return null
    const alike = pending.filter((owner) => owner.couldQualify(name))
    // Two things have the same full name only if the template does not separate server from tool.
    if (rules !== null && thing?.qualified === name)
      return hasHash(name)
        ? null
        : awaiting(
            alike.filter(({ to }) => place === undefined || to <= place),
            null,
            true,
          )
    if (alike.length > 0) return awaiting(alike, null, true)
    const facts = rules === null ? null : namings[rules.naming]
    if (facts?.prefixed === 'all') return null
    const claimant = undecided.get(name)
    if (claimant === undefined) return place === undefined ? awaiting(pending) : null
    const isLast = facts?.laterWins === true
    if (!isLast && place !== undefined) return null
    const owners = pending.filter(({ from, to }) => (isLast ? from > claimant : to <= claimant))
    return awaiting(owners, things[claimant]?.qualified)
  }

  /** The key of the thing with this public name or alias. */
  keyOf(name: string): string | undefined {
    return this.#assigned.things[this.placeOf(name) ?? -1]?.key
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

  /** Every other name of each thing, with the thing's index. Never contains a public name. */
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
    if (rules !== null) {
      things.forEach(({ qualified }, place) => add(qualified, place))
      things.forEach(({ formerly = [] }, place) => formerly.forEach((name) => add(name, place)))
    }
    for (const [name, place] of this.#kept) add(name, place)
    for (const [name, place] of this.#assigned.shared) add(name, place)
    return aliases
  }

  /** Names of this assignment that mean nothing in the next one although their owner still exists. */
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
    // Under the same rules, the qualified name of a remaining thing does not change.
    const isSame = rules !== null && next.rules !== null && haveSameForms(rules, next.rules)
    const aliases = isSame ? this.#kept : this.aliases
    aliases.forEach((place, name) => leave(name, place))
    const kept = new Map<string, number>()
    if (left.size === 0) return kept
    for (const [place, { key }] of next.things.entries()) for (const name of left.get(key) ?? []) kept.set(name, place)
    return kept
  }
}

function awaiting(
  pending: readonly PendingOwner[],
  otherwise: string | null = null,
  isTheirs = false,
): Undecided | null {
  return pending.length === 0 ? null : { awaited: pending.map(({ slug }) => slug), otherwise, isTheirs }
}

/**
 * `things`: in the order of their servers' positions, with name forms made by the same rules. `previous`: the last
 * assignment. A thing keeps the name that it had there, unless the rules say which thing wins.
 */
export function assignNames(
  things: readonly NamedThing[],
  rules: NamingRules,
  pending: readonly PendingOwner[] = [],
  previous?: NameAssignment,
): NameAssignment {
  const hadName = (name: string, place: number) => previous?.keyOf(name) === things[place]?.key
  const { places, shared, undecided, prefixed, rivals } = settleClaims(things, rules, pending, hadName)
  const names: (string | undefined)[] = things.map(() => undefined)
  places.forEach((place, name) => (names[place] = name))
  // Prefixed names come last, because they must give way to a tool with exactly that name.
  const firsts = firstOfEachFullName(things, prefixed)
  for (const place of prefixed.sort((one, other) => one - other)) {
    const thing = things[place]
    if (thing === undefined) continue
    const isFree = (name: string) => !places.has(name) && (firsts.get(name) ?? place) === place
    const name = freeName(thing, isFree, rules.maxLength)
    places.set(name, place)
    names[place] = name
  }
  const keysOf = (claimants: readonly number[]) => claimants.map((place) => things[place]?.key ?? '')
  const clashes = new Map([...rivals].map(([name, claimants]) => [name, keysOf(claimants)]))
  return new NameAssignment({ things, rules, names, places, shared, undecided, pending, clashes }, previous)
}

/** Assigns every thing its own name, unchanged. Names must be unique. */
export function ownNames(things: readonly NamedThing[], pending: readonly PendingOwner[] = []): NameAssignment {
  const names = things.map(({ name }) => name)
  const places = new Map(names.map((name, place) => [name, place]))
  const none = new Map<string, number>()
  return new NameAssignment({
    things,
    rules: null,
    names,
    places,
    shared: none,
    undecided: none,
    pending,
    clashes: new Map(),
  })
}

/**
 * With some templates, two things have the same full name. The name belongs to the first, even if that thing uses its
 * bare name.
 */
function firstOfEachFullName(things: readonly NamedThing[], prefixed: readonly number[]): ReadonlyMap<string, number> {
  const wanted = new Set(prefixed.map((place) => things[place]?.qualified))
  const firsts = new Map<string, number>()
  if (wanted.size === 0) return firsts
  for (const [place, { qualified }] of things.entries())
    if (wanted.has(qualified) && !firsts.has(qualified)) firsts.set(qualified, place)
  return firsts
}

function freeName({ qualified, key }: NamedThing, isFree: (name: string) => boolean, maxLength: number): string {
  let name = qualified
  for (let salt = 0; !isFree(name); salt++) name = withHash(qualified, `${key} ${salt}`, maxLength)
  return name
}
