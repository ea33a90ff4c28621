/** `enable` and `disable`: switch a server or its tools, in one project or in all that have it. */
import type { Command } from 'commander'
import { AppError } from '#contract/errors'
import type { ServerSnapshot } from '#contract/servers/server'
import type { ToolSnapshot } from '#contract/tools/tool'
import { withStoredServers, printJson } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { findServer, serversIn } from '#main/cli/serversIn'
import { settled } from '#main/cli/settled'
import { collect, withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'
import { withProgress } from '#main/cli/text/progress'
import { reportStart } from '#main/cli/text/serverTable'
import type { ContractClient } from '#main/host/control/controlClient'

export function addSwitchCommands(program: Command, context: CommandContext): void {
  for (const [word, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    withSharedOptions(
      program
        .command(word)
        .description(`switch a server ${enabled ? 'on' : 'off'}, or single tools of it`)
        .argument('<server>')
        .option(
          '--project <project>',
          `only in this project${enabled ? ', adding it if needed' : ''} (default: all projects that have it)`,
        )
        .option('--tool <name>', 'only this tool; may be repeated', collect, []),
    ).action((name: string, options: SwitchOptions) => switchServer(context, name, enabled, options))
  }
}

interface SwitchOptions extends SharedOptions {
  readonly project?: string
  readonly tool: readonly string[]
}

interface Wanted {
  readonly enabled: boolean
  readonly project: string | undefined
  readonly tools: readonly string[]
}

interface Switched {
  readonly server: ServerSnapshot
  readonly text: string
}

async function switchServer(context: CommandContext, name: string, enabled: boolean, options: SwitchOptions) {
  const { terminal } = context
  const { project, tool: tools } = options
  const wanted = { enabled, project, tools }
  const { server, text } = await withStoredServers(context, options, (client, signal) =>
    project !== undefined && enabled && tools.length === 0
      ? putIn(context, client, name, project, signal)
      : switchThere(context, client, name, wanted, signal),
  )
  if (options.json) return printJson(terminal, server)
  terminal.print(text)
  reportStart(terminal, server)
}

async function switchThere(
  { terminal }: CommandContext,
  client: ContractClient,
  name: string,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Switched> {
  const { enabled, project, tools } = wanted
  const before = await switchable(client, name, project, signal)
  const { slug } = before
  const textOf = (what: string) => `Switched ${what} ${enabled ? 'on' : 'off'}${where(before, project)}.\n`
  if (tools.length > 0) {
    await switchTools(client, slug, wanted, signal)
    const text = textOf(`${tools.join(', ')} of ${slug}`)
    return { server: await findServer(client, slug, signal, project), text }
  }
  if (project === undefined) await client.servers.setEnabled({ slug, enabled }, { signal })
  else await client.projects.putServer({ id: project, slug, enabled }, { signal })
  const isSettled = settled(client, slug, signal, project)
  return { server: await withProgress(terminal, `Starting ${slug}…`, isSettled), text: textOf(slug) }
}

/** Switches a server on in a project, and adds the server to the project if needed. */
async function putIn(
  { terminal }: CommandContext,
  client: ContractClient,
  name: string,
  project: string,
  signal: AbortSignal,
): Promise<Switched> {
  const there = await serversIn(client, project, signal)
  const { slug } = await findServer(client, name, signal)
  await client.projects.putServer({ id: project, slug, enabled: true }, { signal })
  const server = await withProgress(terminal, `Starting ${slug}…`, settled(client, slug, signal, project))
  const isNew = !there.some((one) => one.slug === slug)
  return { server, text: isNew ? `Added ${slug} to ${project}.\n` : `Switched ${slug} on in ${project}.\n` }
}

async function switchable(
  client: ContractClient,
  name: string,
  project: string | undefined,
  signal: AbortSignal,
): Promise<ServerSnapshot> {
  const found = await findServer(client, name, signal, project)
  if (found.projects.length > 0) return found
  const { slug } = found
  throw new AppError(
    'CONFLICT',
    `Server ${slug} is in no project. Add it to one: switchboard enable ${slug} --project NAME`,
  )
}

async function switchTools(
  client: ContractClient,
  slug: string,
  { enabled, project, tools }: Wanted,
  signal: AbortSignal,
): Promise<void> {
  const scope = project === undefined ? {} : { projectId: project }
  const names = ownNames(slug, await client.tools.list({ server: slug, ...scope }, { signal }), tools)
  if (project === undefined) await client.tools.setEnabled({ server: slug, names, enabled }, { signal })
  else await client.projects.setTools({ id: project, server: slug, names, enabled }, { signal })
}

/**
 * The server's own names for the given tools, each given by its own or its public name. A server that has not listed
 * its tools may have any of them. Pure.
 */
export function ownNames(
  slug: string,
  listed: readonly Pick<ToolSnapshot, 'name' | 'publicName'>[],
  words: readonly string[],
): string[] {
  if (listed.length === 0) return [...words]
  return words.map((word) => {
    const found = listed.find(({ name }) => name === word) ?? listed.find(({ publicName }) => publicName === word)
    if (found !== undefined) return found.name
    const there = listed.map(({ name }) => name).join(', ')
    throw new AppError('NOT_FOUND', `Server ${slug} has no tool ${word}. Its tools: ${there}.`)
  })
}

function where({ projects }: ServerSnapshot, project: string | undefined): string {
  if (project !== undefined) return ` in ${project}`
  return projects.length > 1 ? ` in all ${projects.length} projects` : ''
}
