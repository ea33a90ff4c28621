/** Writes a project's servers as a configuration, in Switchboard's own form or in a client's. No value of a secret. Pure. */
import type { ExportedConfig } from '#contract/clients/client'
import type { ExportFormat } from '#contract/clients/clientNames'
import { type Project, projectSetting } from '#contract/project'
import type { Launch } from '#contract/servers/server'
import { hasAddress } from '#contract/servers/transports'
import { type ClientForm, clientForms, type WrittenServer } from '#engine/clients/clientForms'
import { mapTexts } from '#engine/clients/notation'
import { Placeholders } from '#engine/clients/placeholders'

export function writeConfig(
  servers: readonly WrittenServer[],
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
    notes.push(
      'This client fills in nothing: write the values in place of the ${NAME} yourself, in the copy that it reads.',
    )
  return { text: `${JSON.stringify(content, null, 2)}\n`, placeholders: given, notes }
}

function writable(servers: readonly WrittenServer[], form: ClientForm) {
  const notes: string[] = []
  const written = servers.filter(({ name, enabled, launch, disabledTools, ownTools }) => {
    const isLeftOut = (!enabled && !form.knowsOff) || (hasAddress(launch) && !form.knowsRemote)
    if (!enabled && !form.knowsOff)
      notes.push(`${name} is switched off and was left out: this client has no switch for it.`)
    else if (isLeftOut) notes.push(`${name} is a remote server and was left out: this client takes none from its file.`)
    else if (disabledTools.length > 0 && !form.knowsTools)
      notes.push(`${name} has tools that are switched off: this client will show all of them.`)
    if (!isLeftOut && ownTools.size > 0 && !form.knowsTools)
      notes.push(`${name} has tools with names of their own here: this client will show those of the server.`)
    return !isLeftOut
  })
  return { written, notes }
}

function inItsNotation(launch: Launch, { reference }: ClientForm): Launch {
  if (reference === null) return launch
  const change = (text: string) =>
    text.replace(/\$\$\{|\$\{([A-Za-z0-9_][A-Za-z0-9_.-]*)\}/g, (whole, name: string | undefined) =>
      name === undefined ? whole : reference(name),
    )
  return mapTexts(launch, change) as Launch
}

const { name: _name, ...otherSettings } = projectSetting
const projectSettings = Object.keys(otherSettings) as (keyof typeof otherSettings)[]

/** What is empty needs no line. */
function aboutProject(project: Project) {
  const said = projectSettings.filter((setting) => project[setting] !== '')
  return { project: project.name, ...Object.fromEntries(said.map((setting) => [setting, project[setting]])) }
}
