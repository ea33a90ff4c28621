/** The part of Prometheus' text format that is used here. Pure. */
export type MetricType = 'counter' | 'gauge' | 'histogram'
export type Labels = Readonly<Record<string, string>>

export interface Sample {
  readonly labels?: Labels
  readonly value: number
  /** The suffix of the metric's name in this line, for the parts of a histogram. */
  readonly suffix?: '_bucket' | '_sum' | '_count'
}

export interface Metric {
  readonly name: string
  readonly type: MetricType
  readonly help: string
  readonly samples: readonly Sample[]
}

export function metricText(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, type, help, samples }) => {
      const head = `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`
      return head + samples.map((sample) => line(name, sample)).join('')
    })
    .join('')
}

function line(name: string, { labels = {}, value, suffix }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`)
  return `${name}${suffix ?? ''}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
