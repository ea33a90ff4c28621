import { expect, test } from 'vitest'
import { Histogram } from '#engine/metrics/histogram'
import { metricText } from '#engine/metrics/metricText'

// Catches output that Prometheus refuses as a whole because of one odd name.
test('writes labels in such a way that no text in a label can end the label', () => {
  const samples = [{ labels: { server: 'a"b\\c\nd' }, value: 1.5 }, { value: 2 }]
  expect(metricText([{ name: 'x_total', type: 'counter', help: 'Xs.', samples }])).toBe(
    '# HELP x_total Xs.\n# TYPE x_total counter\nx_total{server="a\\"b\\\\c\\nd"} 1.5\nx_total 2\n',
  )
})

// Catches buckets that are not cumulative, and lost durations beyond the last bucket.
test('a histogram counts each duration in every bucket whose bound it does not exceed', () => {
  const histogram = new Histogram()
  for (const seconds of [0.0005, 0.025, 0.03, 1_000]) histogram.add(seconds)
  const samples = histogram.samples({ server: 's' })
  const count = (le: string) => samples.find(({ labels }) => labels?.['le'] === le)?.value
  expect(['0.001', '0.005', '0.025', '0.1', '300', '+Inf'].map(count)).toEqual([1, 1, 2, 3, 3, 4])
  expect(samples.find(({ suffix }) => suffix === '_count')?.value).toBe(4)
  expect(samples.find(({ suffix }) => suffix === '_sum')?.value).toBeCloseTo(1000.0555)
})
