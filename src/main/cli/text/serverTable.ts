/** Tables of servers and their tools, for a person. */
import { launchWords } from '#contract/servers/launchWords'
import type { ConnectionState, ServerSnapshot, StateError } from '#contract/servers/server'
import type { SignInKind } from '#contract/servers/signIn'
import { repairSentence } from '#contract/servers/repairWords'
import { errorIn } from '#contract/servers/errorIn'
import { oneLine } from '#main/host/output/safeText'
import type { ProjectNames } from '#main/cli/serversIn'
import { formatTable } from '#main/cli/text/table'
import type { Terminal } from '#main/cli/terminal'
import type { Style } from '#main/host/output/outlet'

/** Shows the column of projects only if there are several projects, or if a server is in none. */
export function serverTable(terminal: Terminal, servers: readonly ServerSnapshot[], projects: ProjectNames): string {
  const isSaid = projects.size > 1 || servers.some((server) => server.projects.length === 0)
  const inProjects = { title: 'PROJECTS', text: (server: ServerSnapshot) => projectsInWords(server, projects) }
  return formatTable(
    [
      { title: 'SERVER', text: (server) => server.slug },
      {
        title: 'STATE',
        text: (server) => stateInWords(server),
        style: (server, text) => terminal.style(stateStyle(server), text),
      },
      { title: 'TOOLS', text: (server) => toolsInWords(server) },
      ...(isSaid ? [inProjects] : []),
      { title: 'RUNS', text: (server) => launchWords(server.launch).join(' ') },
    ],
    servers,
    terminal.columns,
    (title) => terminal.style('dim', title),
  )
}

/** The problem of each failed server, and what to do if that is known. */
export function problemLines(terminal: Terminal, servers: readonly ServerSnapshot[]): string {
  return servers
    .flatMap(({ enabled, slug, state }) => {
      const error = enabled ? errorIn(state) : null
      return error === null
        ? []
        : [`${terminal.style('red', `${slug}:`)} ${oneLine(error.message)}\n`, ...hintLines(error, slug)]
    })
    .join('')
}

/** Tells the person if a server that was added or switched on does not start. The command has still succeeded. */
export function reportStart(terminal: Terminal, { enabled, slug, state }: ServerSnapshot): void {
  const error = enabled ? errorIn(state) : null
  if (error === null) return
  const { message, hint, repairs = [] } = error
  const repaired = repairs.map((one) => `→ ${repairSentence(one, slug)}`)
  const text = [message, ...(hint === undefined ? [] : [hint]), ...repaired].join('\n')
  terminal.note(`${terminal.style('yellow', 'It does not start:')} ${text}\n`)
}

/** A project that was added after the names were read has no name here. Pure. */
export function projectsInWords(
  { projects, enabledIn }: Pick<ServerSnapshot, 'projects' | 'enabledIn'>,
  names: ProjectNames,
): string {
  if (projects.length === 0) return 'in no project'
  return projects.map((id) => `${names.get(id) ?? id}${enabledIn.includes(id) ? '' : ' (off)'}`).join(', ')
}

function hintLines({ hint, repairs = [] }: StateError, slug: string): string[] {
  const said = hint === undefined ? [] : [hint]
  return [...said, ...repairs.map((one) => `→ ${repairSentence(one, slug)}`)].map((line) => `  ${oneLine(line)}\n`)
}

/** Pure. */
export function stateInWords({ enabled, state, signIn }: Pick<ServerSnapshot, 'enabled' | 'state' | 'signIn'>): string {
  if (!enabled) return 'off'
  // A server that needs a sign-in cannot be used, whether it is reachable or not.
  if (needsSignIn(signIn)) return 'needs sign-in'
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

function needsSignIn(signIn: SignInKind): boolean {
  return signIn === 'needed' || signIn === 'waiting'
}

function stateStyle({ enabled, state, signIn }: ServerSnapshot): Style {
  if (!enabled) return 'dim'
  return needsSignIn(signIn) ? 'yellow' : stateStyles[state.kind]
}

function toolsInWords({ tools }: ServerSnapshot): string {
  return tools.enabled === tools.total ? String(tools.total) : `${tools.enabled} of ${tools.total}`
}
