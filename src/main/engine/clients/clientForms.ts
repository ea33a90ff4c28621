/** The formats of clients' server entries, in one table. Pure. */
import type { ExportFormat } from '#contract/clients/clientNames'
import {
  type Launch,
  type ServerSettings,
  serverSettings,
  settingNames,
  type WrittenLaunch,
} from '#contract/servers/server'
import type { OwnTool, OwnTools } from '#contract/tools/tool'
import { hasProcess, transportAt, type WrittenTransport, writtenTransports } from '#contract/servers/transports'

export interface ExportedServer extends ServerSettings {
  readonly slug: string
  readonly name: string
  readonly launch: Launch
  readonly disabledTools: readonly string[]
  readonly ownTools: OwnTools
}

/** A server that a client's entry can express. */
export interface WrittenServer extends ExportedServer {
  readonly launch: WrittenLaunch
}

type Raw = Readonly<Record<string, unknown>>

export interface ClientForm {
  /** The path from the outermost object to the map of servers. */
  readonly path: readonly [string]
  readonly entry: (server: WrittenServer) => Raw
  /** How this client writes `${NAME}`. Null if a person fills in the value by hand. */
  readonly reference: ((name: string) => string) | null
  /** Whether the format can mark a server as switched off. */
  readonly knowsOff: boolean
  /** The transports that the client's format can express. Servers on other transports are left out. */
  readonly transports: readonly WrittenTransport[]
  readonly knowsTools: boolean
  /** Whether an entry can have sign-in settings. Absent: it cannot. */
  readonly knowsSignIn?: true
  readonly beside?: (placeholders: readonly string[]) => Raw
}

const usual = serverSettings.parse({})
/** The transports that other clients support. Servers on Switchboard's own transports are left out for them. */
const common = ['stdio', 'http', 'sse'] as const

const plainly = (server: WrittenServer): Raw => launched(server.launch, 'url', false)
const typed = (server: WrittenServer): Raw => launched(server.launch, 'url', true)
/** A variable's name, with only the characters that all operating systems allow. */
const variableName = (name: string) => name.replace(/\W/g, '_').replace(/^(?=\d)/, '_')
const environmentReference = (name: string) => `\${env:${variableName(name)}}`

export const clientForms: Readonly<Record<ExportFormat, ClientForm>> = {
  switchboard: {
    path: ['mcpServers'],
    entry: (server) => ({ ...plainly(server), ...signInOf(server), ...settingsOf(server) }),
    reference: (name) => `\${${name}}`,
    knowsOff: true,
    transports: writtenTransports,
    knowsTools: true,
    knowsSignIn: true,
  },
  'claude-desktop': {
    path: ['mcpServers'],
    entry: plainly,
    reference: null,
    knowsOff: false,
    transports: ['stdio'],
    knowsTools: false,
  },
  'claude-code': {
    path: ['mcpServers'],
    entry: typed,
    reference: (name) => `\${${variableName(name)}}`,
    knowsOff: false,
    transports: common,
    knowsTools: false,
  },
  cursor: {
    path: ['mcpServers'],
    entry: plainly,
    reference: environmentReference,
    knowsOff: false,
    transports: common,
    knowsTools: false,
  },
  vscode: {
    path: ['servers'],
    entry: typed,
    reference: (name) => `\${input:${name}}`,
    knowsOff: false,
    transports: common,
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
    transports: common,
    knowsTools: true,
  },
  zed: {
    path: ['context_servers'],
    entry: (server) => ({ source: 'custom', enabled: server.enabled, ...plainly(server) }),
    reference: null,
    knowsOff: true,
    transports: common,
    knowsTools: false,
  },
}

/** `isTyped`: this client wants an entry to name its transport. */
function launched(launch: WrittenLaunch, urlKey: 'url' | 'serverUrl', isTyped: boolean): Raw {
  const { transport } = launch
  const isUsual = hasProcess(launch) || transport === transportAt(launch.url)
  const type = isTyped || !isUsual ? { type: transport } : {}
  if (!hasProcess(launch)) {
    const { url, headers } = launch
    return { ...type, [urlKey]: url, ...(Object.keys(headers).length > 0 ? { headers } : {}) }
  }
  const { command, args, env, cwd } = launch
  return {
    ...type,
    command,
    args,
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...(cwd === undefined ? {} : { cwd }),
  }
}

function signInOf({ launch }: WrittenServer): Raw {
  return hasProcess(launch) || launch.auth === undefined ? {} : { auth: launch.auth }
}

/** The settings that differ from the defaults. */
function settingsOf(server: WrittenServer): Raw {
  const set = settingNames.filter((name) => JSON.stringify(server[name]) !== JSON.stringify(usual[name]))
  return {
    ...(server.enabled ? {} : { enabled: false }),
    ...Object.fromEntries(set.map((name) => [name, server[name]])),
    ...toolsOf(server),
  }
}

function toolsOf({ disabledTools, ownTools }: WrittenServer): Raw {
  return {
    ...(disabledTools.length > 0 && { disabledTools }),
    ...(ownTools.size > 0 && { tools: Object.fromEntries([...ownTools].map(([tool, own]) => [tool, saidOf(own)])) }),
  }
}

function saidOf({ name, description }: OwnTool): Raw {
  return { ...(name !== null && { name }), ...(description !== null && { description }) }
}
