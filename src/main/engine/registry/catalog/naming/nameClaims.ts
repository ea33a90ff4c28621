/**
 * Decides which thing owns which bare name. A server that has not listed its tools yet may have a claim that outranks
 * the current ones: until it has listed them, such a name is undecided. Pure.
 */
import { type NamedThing, type NamingRules, namings } from '#engine/registry/catalog/naming/naming'

/** A server that has not listed anything yet, but may do so. */
export interface PendingOwner {
  readonly slug: string
  /**
   * The range of indexes of its group's current things. `from` equals `to` if the group has none: its things will be
   * inserted there.
   */
  readonly from: number
  readonly to: number
  /** Whether the name has the form of this server's qualified names. */
  couldQualify(name: string): boolean
}

export interface Claims {
  /** Public bare names, each with its owner's index. */
  readonly places: Map<string, number>
  /**
   * Names that are not public because several things claim them, with the index of the thing that they still lead to.
   */
  readonly shared: Map<string, number>
  /** Names that may turn out to belong to a pending server, with the current owner's index. */
  readonly undecided: Map<string, number>
  /** Indexes of all things that get a prefixed name. */
  readonly prefixed: number[]
  /** Shared names, with the indexes of all things that claim them. */
  readonly rivals: ReadonlyMap<string, readonly number[]>
}

/** `hadName`: whether the thing at this index had the name before. */
export function settleClaims(
  things: readonly NamedThing[],
  { naming }: NamingRules,
  pending: readonly PendingOwner[],
  hadName: (name: string, place: number) => boolean,
): Claims {
  const { places, rivals } = claimsOf(things)
  const shared = new Map<string, number>()
  const undecided = new Map<string, number>()
  const prefixed: number[] = []
  const { prefixed: whichPrefixed, laterWins } = namings[naming]
  const claims = { places, shared, undecided, prefixed, rivals }
  if (whichPrefixed === 'all') {
    places.clear()
    things.forEach(({ bare, reserved }, place) => {
      if (reserved === true) places.set(bare, place)
      else prefixed.push(place)
    })
    return claims
  }
  for (const [name, claimants] of rivals) {
    const reserved = claimants.find((place) => things[place]?.reserved === true)
    const winner = reserved ?? (laterWins ? claimants.at(-1) : undefined)
    if (winner !== undefined) places.set(name, winner)
    else {
      places.delete(name)
      shared.set(name, claimants[0] ?? 0)
    }
    if (whichPrefixed === 'shared') prefixed.push(...claimants.filter((place) => place !== winner))
  }
  const qualified = qualifiedNames(things)
  if (pending.length === 0 && qualified.size === 0) return claims
  const outrank = laterWins ? comesAfter(pending) : comesBefore(pending)
  const look = (held: Map<string, number>, demote: (place: number) => void) => {
    for (const [name, place] of held) {
      const thing = things[place]
      if (thing === undefined || thing.reserved === true) continue
      const isTaken = qualified.has(name)
      const mayBeQualified = thing.looksQualified && pending.some((owner) => owner.couldQualify(name))
      const isOutranked = !isTaken && outrank(place)
      if (!isTaken && !mayBeQualified && !isOutranked) continue
      const keeps = !isTaken && hadName(name, place)
      // An assigned name changes owners only if the later thing wins.
      if (mayBeQualified || (isOutranked && !(keeps && !laterWins))) undecided.set(name, place)
      if (keeps) continue
      held.delete(name)
      demote(place)
    }
  }
  look(places, (place) => prefixed.push(place))
  look(shared, () => undefined)
  return claims
}

/** Bare names that equal another thing's qualified name. The qualified name takes precedence. */
function qualifiedNames(things: readonly NamedThing[]): ReadonlySet<string> {
  const alike = new Set<string>()
  for (const { bare, looksQualified } of things) if (looksQualified) alike.add(bare)
  const found = new Set<string>()
  if (alike.size > 0) for (const { qualified } of things) if (alike.has(qualified)) found.add(qualified)
  return found
}

function comesAfter(pending: readonly PendingOwner[]): (place: number) => boolean {
  const last = pending.reduce((most, { from }) => Math.max(most, from), 0)
  return (place) => last > place
}

function comesBefore(pending: readonly PendingOwner[]): (place: number) => boolean {
  const first = pending.reduce((least, { to }) => Math.min(least, to), Infinity)
  return (place) => first <= place
}

function claimsOf(things: readonly NamedThing[]): Pick<Claims, 'places' | 'rivals'> {
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
