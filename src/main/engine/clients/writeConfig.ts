/** Writes a project's servers as a configuration, in Switchboard's own form or in a client's. No value of a secret. Pure. */
import { type ExportedConfig, type ExportFormat, exportFormat } from '#contract/client'
import type { Project } from '#contract/project'
import { type Launch, type ServerSettings, serverSettings } from '#contract/server'
import { mapTexts } from '#engine/clients/notation'
import { Placeholders } from '#engine/clients/placeholders'

export interface WrittenServer extends ServerSettings {
  readonly slug: string
  readonly name: string
  readonly launch: Launch
  readonly disabledTools: readonly string[]
}

type Raw = Readonly<Record<string, unknown>>

interface Form {
  /** From the outermost object to the map of servers. */
  readonly path: readonly [string]
  readonly entry: (server: WrittenServer) => Raw
  /** How this client writes `${NAME}`; null where it is filled in by hand. */
  readonly reference: ((name: string) => string) | null
  /** Whether a server that is switched off can be said to be. */
  readonly knowsOff: boolean
  readonly knowsRemote: boolean
  readonly knowsTools: boolean
  readonly beside?: (placeholders: readonly string[]) => Raw
}

const settingNames = ['description', 'group', 'labels', 'concurrency', 'restart', 'timeoutMs'] as const
const usual = serverSettings.parse({})

const plainly = (server: WrittenServer): Raw => launched(server.launch, 'url', false)
const typed = (server: WrittenServer): Raw => launched(server.launch, 'url', true)
/** As operating systems allow them. */
const variableName = (name: string) => name.replace(/\W/g, '_').replace(/^(?=\d)/, '_')
const environmentReference = (name: string) => `\${env:${variableName(name)}}`

const forms: Readonly<Record<ExportFormat, Form>> = {
  switchboard: {
    path: ['mcpServers'],
    entry: (server) => ({ ...plainly(server), ...settingsOf(server) }),
    reference: (name) => `\${${name}}`,
    knowsOff: true,
    knowsRemote: true,
    knowsTools: true,
  },
  'claude-desktop': {
    path: ['mcpServers'],
    entry: plainly,
    reference: null,
    knowsOff: false,
    knowsRemote: false,
    knowsTools: false,
  },
  'claude-code': {
    path: ['mcpServers'],
    entry: typed,
    reference: (name) => `\${${variableName(name)}}`,
    knowsOff: false,
    knowsRemote: true,
    knowsTools: false,
  },
  cursor: {
    path: ['mcpServers'],
    entry: plainly,
    reference: environmentReference,
    knowsOff: false,
    knowsRemote: true,
    knowsTools: false,
  },
  vscode: {
    path: ['servers'],
    entry: typed,
    reference: (name) => `\${input:${name}}`,
    knowsOff: false,
    knowsRemote: true,
    knowsTools: false,
    beside: (placeholders) => ({
      inputs: placeholders.map((id) => ({ type: 'promptString', id, description: id, password: true })),
    }),
  },
  windsurf: {
    path: ['mcpServers'],
    entry: (server) => ({
      ...launched(server.launch, 'serverUrl', false),
      ...(server.enabled ? {} : { disabled: true }),
      ...toolsOf(server),
    }),
    reference: environmentReference,
    knowsOff: true,
    knowsRemote: true,
    knowsTools: true,
  },
  zed: {
    path: ['context_servers'],
    entry: (server) => ({ source: 'custom', enabled: server.enabled, ...plainly(server) }),
    reference: null,
    knowsOff: true,
    knowsRemote: true,
    knowsTools: false,
  },
}

export function writeConfig(
  servers: readonly WrittenServer[],
  project: Project,
  format: ExportFormat = exportFormat.enum.switchboard,
): ExportedConfig {
  const form = forms[format]
  const { written, notes } = writable(servers, form)
  const placeholders = new Placeholders(written.map(({ launch }) => launch))
  const names = new Set<string>()
  const entries = written.map((server) => {
    const name = names.has(server.name) ? server.slug : server.name
    names.add(name)
    const launch = inItsNotation(placeholders.in(server.launch), form)
    return [name, form.entry({ ...server, launch })] as const
  })
  const given = placeholders.names()
  const content = {
    ...form.beside?.(given),
    [form.path[0]]: Object.fromEntries(entries),
    ...(format === 'switchboard' ? { switchboard: aboutProject(project) } : {}),
  }
  if (form.reference === null && given.length > 0)
    notes.push(
      'This client fills in nothing: write the values in place of the ${NAME} yourself, in the copy that it reads.',
    )
  return { text: `${JSON.stringify(content, null, 2)}\n`, placeholders: given, notes }
}

function writable(servers: readonly WrittenServer[], form: Form) {
  const notes: string[] = []
  const written = servers.filter(({ name, enabled, launch, disabledTools }) => {
    const isLeftOut = (!enabled && !form.knowsOff) || (launch.transport !== 'stdio' && !form.knowsRemote)
    if (!enabled && !form.knowsOff)
      notes.push(`${name} is switched off and was left out: this client has no switch for it.`)
    else if (isLeftOut) notes.push(`${name} is a remote server and was left out: this client takes none from its file.`)
    else if (disabledTools.length > 0 && !form.knowsTools)
      notes.push(`${name} has tools that are switched off: this client will show all of them.`)
    return !isLeftOut
  })
  return { written, notes }
}

function inItsNotation(launch: Launch, { reference }: Form): Launch {
  if (reference === null) return launch
  const change = (text: string) =>
    text.replace(/\$\$\{|\$\{([A-Za-z0-9_][A-Za-z0-9_.-]*)\}/g, (whole, name: string | undefined) =>
      name === undefined ? whole : reference(name),
    )
  return mapTexts(launch, change) as Launch
}

/** `typed`: this client wants to be told how a server is reached. */
function launched(launch: Launch, urlKey: 'url' | 'serverUrl', isTyped: boolean): Raw {
  if (launch.transport !== 'stdio') {
    const { transport, url, headers } = launch
    const type = isTyped || transport === 'sse' ? { type: transport } : {}
    return { ...type, [urlKey]: url, ...(Object.keys(headers).length > 0 ? { headers } : {}) }
  }
  const { command, args, env, cwd } = launch
  return {
    ...(isTyped ? { type: 'stdio' } : {}),
    command,
    args,
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...(cwd === undefined ? {} : { cwd }),
  }
}

/** Those that are not as they would be anyway. */
function settingsOf(server: WrittenServer): Raw {
  const set = settingNames.filter((name) => JSON.stringify(server[name]) !== JSON.stringify(usual[name]))
  return {
    ...(server.enabled ? {} : { enabled: false }),
    ...Object.fromEntries(set.map((name) => [name, server[name]])),
    ...toolsOf(server),
  }
}

function toolsOf({ disabledTools }: WrittenServer): Raw {
  return disabledTools.length === 0 ? {} : { disabledTools }
}

function aboutProject({ name, naming, prefix, start }: Project): Raw {
  return { project: name, naming, prefix, start }
}
