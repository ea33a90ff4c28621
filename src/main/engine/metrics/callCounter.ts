/** Counts tool calls as they end. */
import { Histogram } from '#engine/metrics/histogram'
import type { Metric, Sample } from '#engine/metrics/metricText'
import type { Clock } from '#engine/ports'

/** The parts of a call that the counter needs. */
export interface CountedCall {
  readonly target: { readonly slug: string } | null
  /** When the call began, in monotonic time. */
  readonly begunAt: number
}

export type CountedOutcome =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly error: { readonly code: string } }

interface ServerCalls {
  readonly outcomes: Map<string, number>
  readonly durations: Histogram
}

/** The label for calls to unknown tools. */
const nowhere = ''

export class CallCounter {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #servers = new Map<string, ServerCalls>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  count({ target, begunAt }: CountedCall, outcome: CountedOutcome): void {
    const slug = target?.slug ?? nowhere
    let calls = this.#servers.get(slug)
    if (calls === undefined) this.#servers.set(slug, (calls = { outcomes: new Map(), durations: new Histogram() }))
    const name = outcomeName(outcome)
    calls.outcomes.set(name, (calls.outcomes.get(name) ?? 0) + 1)
    calls.durations.add((this.#clock.elapsed() - begunAt) / 1_000)
  }

  metrics(): Metric[] {
    const outcomes = [...this.#servers].flatMap(([server, calls]) =>
      [...calls.outcomes].map(([outcome, value]): Sample => ({ labels: { server, outcome }, value })),
    )
    const durations = [...this.#servers].flatMap(([server, calls]) => calls.durations.samples({ server }))
    return [
      {
        name: 'switchboard_tool_calls_total',
        type: 'counter',
        help: 'Tool calls by outcome.',
        samples: outcomes,
      },
      {
        name: 'switchboard_tool_call_duration_seconds',
        type: 'histogram',
        help: 'How long tool calls took, including the time that they waited.',
        samples: durations,
      },
    ]
  }
}

function outcomeName(outcome: CountedOutcome): string {
  if ('error' in outcome) return outcome.error.code
  return outcome.result['isError'] === true ? 'TOOL_ERROR' : 'OK'
}
