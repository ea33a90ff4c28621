/** A line through samples, as the path of an SVG. Pure. */
export interface Point {
  /** Epoch milliseconds. */
  readonly at: number
  readonly value: number
}

export interface ChartSize {
  readonly width: number
  readonly height: number
}

export interface ChartLine {
  /** One line for each stretch without a gap. A server that is not running has no samples. */
  readonly lines: readonly string[]
  /** The same stretches as areas, from the line down to zero. */
  readonly areas: readonly string[]
}

/** Samples this many times the usual distance apart have a gap between them. */
const gapFactor = 3

export function chartLine(points: readonly Point[], top: number, { width, height }: ChartSize): ChartLine {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return { lines: [], areas: [] }
  const spanMs = Math.max(1, last.at - first.at)
  const x = (at: number) => round(((at - first.at) / spanMs) * width)
  const y = (value: number) => round(height - (Math.min(value, top) / top) * height)
  const stretches = stretchesOf(points)
  const line = (stretch: readonly Point[]) => stretch.map(({ at, value }) => `${x(at)} ${y(value)}`).join(' L')
  return {
    lines: stretches.map((stretch) => `M${line(stretch)}`),
    areas: stretches.map((stretch) => {
      const [from, to] = [stretch[0], stretch.at(-1)]
      return `M${x(from?.at ?? 0)} ${height} L${line(stretch)} L${x(to?.at ?? 0)} ${height} Z`
    }),
  }
}

function stretchesOf(points: readonly Point[]): Point[][] {
  const distances = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at))
  const usual = distances.toSorted((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0
  const stretches: Point[][] = []
  for (const [index, point] of points.entries()) {
    const isAfterGap = index > 0 && (distances[index - 1] ?? 0) > usual * gapFactor
    if (index === 0 || isAfterGap) stretches.push([point])
    else stretches.at(-1)?.push(point)
  }
  return stretches
}

/** The upper end of the scale: slightly above the highest value, so that small values show, and at most the limit. */
export function topOf(points: readonly Point[], least: number, limit: number): number {
  const highest = Math.max(0, ...points.map(({ value }) => value))
  const wanted = Math.max(least, highest * 1.25)
  return highest > limit ? highest : Math.min(wanted, limit)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
