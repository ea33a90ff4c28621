/** The order in which a group's members are tried for one call. Pure: the caller stores the turns. */

/**
 * What a member can do for a call now. `free`: take it immediately. `busy`: the member is up, but the call would wait
 * for a slot. `resting`: the member must be started first. `down`: the member ended or failed, and may not come back.
 */
export type Reach = 'free' | 'busy' | 'resting' | 'down'

const byReach: readonly Reach[] = ['free', 'busy', 'resting', 'down']

interface Turns<Member> {
  reachOf(member: Member): Reach
  /** Greater for a later turn. Undefined for a member that has had none. */
  lastTurnOf(member: Member): number | undefined
}

/**
 * `tiers`: preferred members, then the rest. Members that are down come last of all. Among equals, the member with
 * the oldest turn comes first, so calls are spread evenly over the members that are up.
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

/**
 * Separates the members that have every wanted label from the rest. Without wanted labels, no member is preferred.
 */
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
