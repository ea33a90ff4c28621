/** One of Switchboard's targets, and whether it was met. */
export interface Target {
  readonly measure: string
  readonly limit: string
  /** The figure as text, with its unit. Null if it could not be measured. */
  readonly measured: string | null
  readonly met: boolean
}

export interface Bound {
  readonly value: number | null
  readonly atMost?: number
  readonly atLeast?: number
  readonly unit: string
}

const digits: Readonly<Record<string, number>> = { x: 2, '': 0 }

export function target(measure: string, { value, atMost, atLeast, unit }: Bound): Target {
  const limit = atMost === undefined ? `at least ${atLeast}${unit}` : `at most ${atMost}${unit}`
  if (value === null) return { measure, limit, measured: null, met: false }
  const met = (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast)
  return { measure, limit, measured: `${value.toFixed(digits[unit] ?? 1)}${unit}`, met }
}

export function times(value: number | null, bound: { atMost?: number; atLeast?: number }): Bound {
  return { value, unit: 'x', ...bound }
}

export function ratio(ours: number | undefined, theirs: number | undefined): number | null {
  return ours === undefined || theirs === undefined ? null : ours / theirs
}
