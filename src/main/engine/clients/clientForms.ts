/** The forms in which clients want their servers: one table. Pure. */
import type { ExportFormat } from '#contract/clients/clientNames'
import {
  type Launch,
  type ServerSettings,
  serverSettings,
  settingNames,
  type WrittenLaunch,
} from '#contract/servers/server'
import type { OwnTool, OwnTools } from '#contract/tools/tool'
import { hasProcess, usualTransport } from '#contract/servers/transports'

export interface ExportedServer extends ServerSettings {
  readonly slug: string
  readonly name: string
  readonly launch: Launch
  readonly disabledTools: readonly string[]
  readonly ownTools: OwnTools
}

/** One that an entry can say. */
export interface WrittenServer extends ExportedServer {
  readonly launch: WrittenLaunch
}

type Raw = Readonly<Record<string, unknown>>

export interface ClientForm {
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

const usual = serverSettings.parse({})

const plainly = (server: WrittenServer): Raw => launched(server.launch, 'url', false)
const typed = (server: WrittenServer): Raw => launched(server.launch, 'url', true)
/** As operating systems allow them. */
const variableName = (name: string) => name.replace(/\W/g, '_').replace(/^(?=\d)/, '_')
const environmentReference = (name: string) => `\${env:${variableName(name)}}`

export const clientForms: Readonly<Record<ExportFormat, ClientForm>> = {
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

/** `typed`: this client wants to be told how a server is reached. */
function launched(launch: WrittenLaunch, urlKey: 'url' | 'serverUrl', isTyped: boolean): Raw {
  const { transport } = launch
  const isUsual = transport === usualTransport[hasProcess(launch) ? 'process' : 'address']
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

/** Those that are not as they would be anyway. */
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
