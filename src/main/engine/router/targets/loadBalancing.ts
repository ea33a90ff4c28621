/** The order in which the members of a group are tried for one call. Pure: the caller stores the turns. */

/**
 * What a member can do for a call now. `free`: take it at once. `busy`: it is up, and the call would wait for a slot.
 * `resting`: it must be started first. `down`: it died or failed, and comes back by itself or not at all.
 */
export type Reach = 'free' | 'busy' | 'resting' | 'down'

const byReach: readonly Reach[] = ['free', 'busy', 'resting', 'down']

interface Turns<Member> {
  reachOf(member: Member): Reach
  /** Greater for a later turn; undefined for a member that had none. */
  lastTurnOf(member: Member): number | undefined
}

/**
 * `tiers`: preferred members, then the rest. In each tier, members that are down come last. Among equals, the member
 * whose last turn is longest ago is next, so turns are even over the members that are up.
 */
export function inTurn<Member>(tiers: readonly (readonly Member[])[], turns: Turns<Member>): readonly Member[] {
  const ranked = tiers.flatMap((tier, place) =>
    tier.map((member) => {
      const reach = turns.reachOf(member)
      return { member, rank: (reach === 'down' ? tiers.length : place) * byReach.length + byReach.indexOf(reach) }
    }),
  )
  const turnOf = (member: Member) => turns.lastTurnOf(member) ?? -1
  return ranked
    .sort((one, other) => one.rank - other.rank || turnOf(one.member) - turnOf(other.member))
    .map(({ member }) => member)
}

/** Members that have every wanted label, and the rest; without a match none is preferred. */
export function preferLabelled<Member>(
  members: readonly Member[],
  wanted: readonly string[],
  labelsOf: (member: Member) => readonly string[],
): { readonly preferred: readonly Member[]; readonly others: readonly Member[] } {
  if (wanted.length === 0) return { preferred: [], others: members }
  const matches = (member: Member) => {
    const labels = labelsOf(member)
    return wanted.every((label) => labels.includes(label))
  }
  return { preferred: members.filter(matches), others: members.filter((member) => !matches(member)) }
}
