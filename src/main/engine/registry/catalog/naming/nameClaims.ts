/**
 * Which thing holds which bare name. A server that may still list its tools for the first time can have a claim that
 * outranks those that are there: until it has listed, such a name is undecided. Pure.
 */
import { type NamedThing, type NamingRules, namings } from '#engine/registry/catalog/naming/naming'

/** A server that may still list what it has for the first time. */
export interface PendingOwner {
  readonly slug: string
  /** The places of what its group has already; equal where that is nothing: what it lists comes between those around it. */
  readonly from: number
  readonly to: number
  /** By its form, this could be the qualified name of a thing of this server. */
  couldQualify(name: string): boolean
}

export interface Claims {
  /** The public bare names, each with the place of the thing that holds it. */
  readonly places: Map<string, number>
  /** Names that are not public because several things claim them, with the place of the one they lead to all the same. */
  readonly shared: Map<string, number>
  /** Names that may turn out to be a pending server's, with the place of the thing that holds them otherwise. */
  readonly undecided: Map<string, number>
  /** The places of all things that get a prefixed name. */
  readonly prefixed: number[]
  /** The places of all that claim a name which more than one does. */
  readonly rivals: ReadonlyMap<string, readonly number[]>
}

/** `hadName`: the thing at this place was given the name before. */
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
      // Only where the later wins does a name that was given change hands.
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

/** The bare names that are the qualified names of other things, which are theirs before anything else. */
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
