/** Servers and their tools as a person reads them. */
import { launchWords } from '#contract/servers/launchWords'
import type { ConnectionState, ServerSnapshot, StateError } from '#contract/servers/server'
import { errorIn } from '#contract/servers/errorIn'
import { oneLine } from '#main/host/output/safeText'
import { formatTable } from '#main/cli/text/table'
import type { Terminal } from '#main/cli/terminal'
import type { Style } from '#main/host/output/outlet'

export function serverTable(terminal: Terminal, servers: readonly ServerSnapshot[]): string {
  return formatTable(
    [
      { title: 'SERVER', text: (server) => server.slug },
      {
        title: 'STATE',
        text: (server) => stateInWords(server),
        style: (server, text) => terminal.style(stateStyle(server), text),
      },
      { title: 'TOOLS', text: (server) => toolsInWords(server) },
      { title: 'RUNS', text: (server) => launchWords(server.launch).join(' ') },
    ],
    servers,
    terminal.columns,
    (title) => terminal.style('dim', title),
  )
}

/** What is wrong with each server that failed, and what to do about it where that is known. */
export function problemLines(terminal: Terminal, servers: readonly ServerSnapshot[]): string {
  return servers
    .flatMap(({ enabled, slug, state }) => {
      const error = enabled ? errorIn(state) : null
      return error === null
        ? []
        : [`${terminal.style('red', `${slug}:`)} ${oneLine(error.message)}\n`, ...hintLines(error)]
    })
    .join('')
}

function hintLines({ hint }: StateError): string[] {
  return hint === undefined ? [] : [`  ${oneLine(hint)}\n`]
}

function stateInWords({ enabled, state }: ServerSnapshot): string {
  if (!enabled) return 'off'
  switch (state.kind) {
    case 'stopped':
      return 'not running'
    case 'starting':
    case 'stopping':
    case 'ready':
      return state.kind
    case 'backingOff':
    case 'failed':
      return 'failed'
  }
}

const stateStyles: Readonly<Record<ConnectionState['kind'], Style>> = {
  stopped: 'dim',
  starting: 'yellow',
  ready: 'green',
  backingOff: 'red',
  failed: 'red',
  stopping: 'yellow',
}

function stateStyle({ enabled, state }: ServerSnapshot): Style {
  return enabled ? stateStyles[state.kind] : 'dim'
}

function toolsInWords({ tools }: ServerSnapshot): string {
  return tools.enabled === tools.total ? String(tools.total) : `${tools.enabled} of ${tools.total}`
}
