/**
 * Writes a project's servers as a configuration, in Switchboard's own format or a client's, without secret values.
 * Pure.
 */
import type { ExportedConfig } from '#contract/clients/client'
import type { ExportFormat } from '#contract/clients/clientNames'
import { type Project, projectSetting } from '#contract/project'
import type { WrittenLaunch } from '#contract/servers/server'
import { hasAddress, isContainer, reachesAddress, transports } from '#contract/servers/transports'
import { type ClientForm, clientForms, type ExportedServer, type WrittenServer } from '#engine/clients/clientForms'
import { mapTexts } from '#engine/clients/notation'
import { Placeholders } from '#engine/clients/placeholders'

export function writeConfig(
  servers: readonly ExportedServer[],
  project: Project,
  format: ExportFormat = 'switchboard',
): ExportedConfig {
  const form = clientForms[format]
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
    notes.push('This client does not fill in values. Replace each ${NAME} with its value in the copy that it reads.')
  return { text: `${JSON.stringify(content, null, 2)}\n`, placeholders: given, notes }
}

function writable(servers: readonly ExportedServer[], form: ClientForm) {
  const notes: string[] = []
  const written = servers.filter(isWritten).filter(({ name, enabled, launch, disabledTools, ownTools }) => {
    const isUnknown = !form.transports.includes(launch.transport)
    const isLeftOut = (!enabled && !form.knowsOff) || isUnknown
    if (!enabled && !form.knowsOff)
      notes.push(`${name} is switched off and was left out: the file of this client cannot switch a server off.`)
    else if (isUnknown && !form.transports.some(reachesAddress))
      notes.push(`${name} is a remote server and was left out: this client cannot read remote servers from its file.`)
    else if (isUnknown)
      notes.push(`${name} was left out: this client does not support ${transports[launch.transport].title}.`)
    else if (disabledTools.length > 0 && !form.knowsTools)
      notes.push(`${name} has tools that are switched off: this client will show them anyway.`)
    if (!isLeftOut && hasAddress(launch) && launch.auth !== undefined && form.knowsSignIn !== true)
      notes.push(`${name} has settings for its sign-in, which this client does not read from its file.`)
    if (!isLeftOut && ownTools.size > 0 && !form.knowsTools)
      notes.push(`${name} has renamed tools: this client will show the server's own names.`)
    return !isLeftOut
  })
  for (const { name, launch } of servers)
    if (isContainer(launch))
      notes.push(
        `${name} runs in a container and was left out: a file cannot describe that. Add it with \`switchboard host add\`.`,
      )
  return { written, notes }
}

function isWritten(server: ExportedServer): server is WrittenServer {
  return !isContainer(server.launch)
}

function inItsNotation(launch: WrittenLaunch, { reference }: ClientForm): WrittenLaunch {
  if (reference === null) return launch
  const change = (text: string) =>
    text.replace(/\$\$\{|\$\{([A-Za-z0-9_][A-Za-z0-9_.-]*)\}/g, (whole, name: string | undefined) =>
      name === undefined ? whole : reference(name),
    )
  return mapTexts(launch, change) as WrittenLaunch
}

const { name: _name, ...otherSettings } = projectSetting
const projectSettings = Object.keys(otherSettings) as (keyof typeof otherSettings)[]

/** Empty fields are left out. */
function aboutProject(project: Project) {
  const said = projectSettings.filter((setting) => project[setting] !== '')
  return { project: project.name, ...Object.fromEntries(said.map((setting) => [setting, project[setting]])) }
}
