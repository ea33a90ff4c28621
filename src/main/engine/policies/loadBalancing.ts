/** In which order the members of a group are tried for one call. Pure: the caller keeps the turn. */

/** `members` rotated so that the member whose `turn` it is comes first; the rest follow as its stand-ins. */
export function roundRobin<Member>(members: readonly Member[], turn: number): readonly Member[] {
  if (members.length < 2) return members
  const first = turn % members.length
  return [...members.slice(first), ...members.slice(0, first)]
}
