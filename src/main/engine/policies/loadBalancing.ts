/** In which order the members of a group are tried for one call. Pure: the caller keeps the turn. */

/** `members` rotated so that the member whose `turn` it is comes first; the rest follow as its stand-ins. */
export function roundRobin<Member>(members: readonly Member[], turn: number): readonly Member[] {
  if (members.length < 2) return members
  const first = turn % members.length
  return [...members.slice(first), ...members.slice(0, first)]
}

/** Members that have every wanted label, and the rest; without a match nobody is preferred. */
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
