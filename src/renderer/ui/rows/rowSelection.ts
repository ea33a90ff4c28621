/** The selected rows of a list, by their keys. Pure. */

export interface RowSelection {
  readonly keys: ReadonlySet<string>
  /** The row at which a range starts. */
  readonly anchor: string | null
  /** The selection before the range. */
  readonly base: ReadonlySet<string>
}

export const nothingSelected: RowSelection = { keys: new Set(), anchor: null, base: new Set() }

export function withToggled({ keys }: RowSelection, key: string): RowSelection {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return { keys: next, anchor: key, base: next }
}

/** Selects the range from the anchor (or from `from`, without one) to `to`. It replaces the previous range. */
export function withRange(
  { anchor, base }: RowSelection,
  order: readonly string[],
  from: string,
  to: string,
): RowSelection {
  const start = anchor !== null && order.includes(anchor) ? anchor : from
  const [one, other] = [order.indexOf(start), order.indexOf(to)]
  if (one < 0 || other < 0) return { keys: base, anchor, base }
  const range = order.slice(Math.min(one, other), Math.max(one, other) + 1)
  return { keys: new Set([...base, ...range]), anchor: start, base }
}

export function withAll(order: readonly string[]): RowSelection {
  const keys = new Set(order)
  return { keys, anchor: order[0] ?? null, base: keys }
}
