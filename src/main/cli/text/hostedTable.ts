/** Tables of hosted servers, for a person. */
import type { HostedLogLine, HostedServer } from '#contract/hosting/hostedServer'
import {
  aboutBytes,
  aboutPercent,
  conditionOf,
  conditionTitles,
  type HostedCondition,
  isWeaker,
  providerTitles,
} from '#contract/hosting/hostedWords'
import { durationText } from '#contract/text/durationText'
import { formatTable } from '#main/cli/text/table'
import type { Terminal } from '#main/cli/terminal'
import type { Style } from '#main/host/output/outlet'
import { oneLine } from '#main/host/output/safeText'

const styles: Readonly<Record<HostedCondition, Style>> = {
  starting: 'yellow',
  running: 'green',
  busy: 'green',
  unresponsive: 'red',
  waiting: 'red',
  stopped: 'dim',
  failed: 'red',
}

export function hostedTable(terminal: Terminal, servers: readonly HostedServer[]): string {
  return formatTable(
    [
      { title: 'SERVER', text: (server) => server.slug },
      {
        title: 'STATE',
        text: (server) => conditionTitles[conditionOf(server)],
        style: (server, text) => terminal.style(styles[conditionOf(server)], text),
      },
      { title: 'UP', text: ({ uptime_seconds: up }) => (up > 0 ? durationText(up * 1_000) : '') },
      { title: 'RESTARTS', text: (server) => String(server.restart_count) },
      { title: 'CPU', text: ({ usage }) => (usage === null ? '' : aboutPercent(usage.cpu_percent)) },
      { title: 'MEMORY', text: ({ usage }) => (usage === null ? '' : aboutBytes(usage.memory_bytes)) },
      { title: 'NETWORK', text: ({ network }) => networkText(network) },
      { title: 'RUNS IN', text: (server) => placeOf(server) },
      { title: 'IMAGE', text: (server) => server.image },
    ],
    servers,
    terminal.columns,
    (title) => terminal.style('dim', title),
  )
}

function placeOf({ provider }: HostedServer): string {
  if (provider === null) return 'nothing'
  return isWeaker(provider) ? `${providerTitles[provider]} (weaker)` : providerTitles[provider]
}

function networkText({ mode, hosts }: HostedServer['network']): string {
  return mode === 'allow' ? `${hosts.length} ${hosts.length === 1 ? 'host' : 'hosts'}` : mode
}

/** A note for a server that was registered without a choice of network. */
export function fullNetworkNote({ slug }: HostedServer): string {
  return `Its network is full: it reaches everything that this machine can reach. To limit it: switchboard host edit ${slug} --network none, or --allow HOST\n`
}

/** The problem of each server that needs attention. */
export function troubleLines(terminal: Terminal, servers: readonly HostedServer[]): string {
  return servers
    .flatMap(({ slug, error, warning, resource_limits: { not_enforced } }) => [
      ...(error === null ? [] : [['red', slug, error.message] as const]),
      ...(warning === null ? [] : [['yellow', slug, warning] as const]),
      ...(not_enforced.length === 0
        ? []
        : [['dim', slug, `this runtime cannot enforce the default limit of ${not_enforced.join(' and ')}`] as const]),
    ])
    .map(([style, slug, text]) => `${terminal.style(style, `${slug}:`)} ${oneLine(text)}\n`)
    .join('')
}

export function logText(terminal: Terminal, lines: readonly HostedLogLine[]): string {
  return lines
    .map(({ at, source, text }) => `${terminal.style('dim', `${at} ${source.padEnd(6)}`)} ${oneLine(text)}\n`)
    .join('')
}
