/** Results and targets of hosted servers, next to hand-made containers. */
import type { HostedFigures } from '#bench/hosted/measureHosted'
import type { Results } from '#bench/report/results'
import { figuresOf, type Outcome } from '#bench/report/rounds'
import { cells, milli, table, times as timesText } from '#bench/report/table'
import { ratio, target, times, type Target } from '#bench/report/target'

const restartLimitMs = 5_000

export function hostedTable({ hosted: { plain, gvisor, idle } }: Results): string {
  const headings = [
    'attached by hand, p50',
    'router, p50',
    'against by hand',
    'REST, p50',
    '20 started by hand',
    '20 hosted',
    'against by hand',
    'again after a kill',
  ]
  const row = (title: string, outcome: Outcome<HostedFigures>) =>
    cells(title, outcome, headings.length, (figures) => [
      milli(figures.handP50Ms),
      milli(figures.routerP50Ms),
      timesText(figures.routerP50Ms, figures.handP50Ms),
      milli(figures.restP50Ms),
      milli(figures.handStartMs),
      milli(figures.hostedStartMs),
      timesText(figures.hostedStartMs, figures.handStartMs),
      milli(figures.restartMs),
    ])
  const servers = table(['hosted servers', ...headings], [row('runc', plain), row('gVisor, one round', gvisor)])
  const rest = table(
    ['20 idle hosted servers', 'CPU of the engine', 'CPU of Docker', 'requests to Docker'],
    [
      cells('an idle minute', idle, 3, ({ cpuPercent, dockerCpuPercent, requestsPerMinute }) => [
        `${cpuPercent.toFixed(2)} % of a core`,
        `${dockerCpuPercent.toFixed(2)} % of a core`,
        String(Math.round(requestsPerMinute)),
      ]),
    ],
  )
  return `${servers}\n\n${rest}`
}

/** The targets use runc, because gVisor's cost per call and start would hide Switchboard's. */
export function hostedTargets({ hosted }: Results): Target[] {
  const figures = figuresOf(hosted.plain)
  const idle = figuresOf(hosted.idle)
  return [
    target(
      'call to a hosted server through the router, p50, against an attach by hand',
      times(ratio(figures?.routerP50Ms, figures?.handP50Ms), { atMost: 1.3 }),
    ),
    target('the same through REST, p50, over the router', {
      value: figures === null ? null : figures.restP50Ms - figures.routerP50Ms,
      atMost: 1,
      unit: ' ms',
    }),
    target(
      '20 hosted servers start side by side, against 20 by hand',
      times(ratio(figures?.hostedStartMs, figures?.handStartMs), { atMost: 1.2 }),
    ),
    target('a hosted server is ready again after a kill', {
      value: figures?.restartMs ?? null,
      atMost: restartLimitMs,
      unit: ' ms',
    }),
    target('20 idle hosted servers, CPU of the engine', {
      value: idle?.cpuPercent ?? null,
      atMost: 1,
      unit: ' %',
    }),
  ]
}
