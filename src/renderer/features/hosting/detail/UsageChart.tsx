/** A server's usage over time, as a line and in words. */
import { useId } from 'react'
import { durationText } from '#contract/text/durationText'
import { chartLine, type Point, topOf } from '#renderer/features/hosting/detail/chartLine.ts'

const size = { width: 320, height: 72 }

export interface UsageChartProps {
  title: string
  points: readonly Point[]
  /** The server's limit. */
  limit: number
  /** The smallest upper end of the scale. */
  least: number
  textOf: (value: number) => string
}

export function UsageChart({ title, points, limit, least, textOf }: UsageChartProps) {
  const id = useId()
  const [first, last] = [points[0], points.at(-1)]
  const top = topOf(points, least, limit)
  const { lines, areas } = chartLine(points, top, size)
  const highest = Math.max(0, ...points.map(({ value }) => value))
  const words = `highest ${textOf(highest)}, limit ${textOf(limit)}`
  return (
    <figure aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-raised p-3">
      <figcaption id={id} className="flex items-baseline justify-between gap-2 text-sm">
        <span className="font-medium">{title}</span>
        <span className="font-medium tabular-nums">{last === undefined ? '' : textOf(last.value)}</span>
      </figcaption>
      {first === undefined || last === undefined ? (
        <p className="flex h-22 items-center justify-center text-sm text-muted">Nothing has been measured yet.</p>
      ) : (
        <>
          <svg
            role="img"
            aria-label={`${title} over ${durationText(Math.max(1000, last.at - first.at))}: now ${textOf(last.value)}, ${words}`}
            viewBox={`0 -2 ${size.width} ${size.height + 4}`}
            preserveAspectRatio="none"
            className="mt-2 block h-18 w-full text-accent"
          >
            <path d={`M0 0H${size.width}`} className="stroke-line" vectorEffect="non-scaling-stroke" />
            <path
              d={`M0 ${size.height}H${size.width}`}
              className="stroke-line-strong"
              vectorEffect="non-scaling-stroke"
            />
            {areas.map((area) => (
              <path key={area} d={area} fill="currentColor" opacity="0.14" />
            ))}
            {lines.map((line) => (
              <path
                key={line}
                d={line}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.75"
                strokeLinejoin="round"
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          <p className="mt-1 flex flex-wrap justify-between gap-x-3 text-xs text-muted tabular-nums" aria-hidden="true">
            <span>last {durationText(Math.max(1000, last.at - first.at))}</span>
            <span>{words}</span>
          </p>
        </>
      )}
    </figure>
  )
}
