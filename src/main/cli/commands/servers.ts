/** `list` and `remove`: list the servers, and remove one. */
import type { Command } from 'commander'
import { shellWord } from '#contract/servers/launchWords'
import type { ServerSnapshot } from '#contract/servers/server'
import { counted } from '#contract/text/counted'
import { withStoredServers, printJson, withEngine } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { findServer, projectNames, serversIn } from '#main/cli/serversIn'
import { settledServers } from '#main/cli/settled'
import { withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'
import { withProgress } from '#main/cli/text/progress'
import { problemLines, serverTable } from '#main/cli/text/serverTable'

export function addServerCommands(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('list')
      .description('list the servers and their status')
      .option('--project <project>', 'only servers of this project, with their status there'),
  ).action((options: ProjectOptions) => list(context, options))

  withSharedOptions(
    program
      .command('remove')
      .description('remove a server with its settings, or remove it from one project')
      .argument('<server>')
      .option('--project <project>', 'only from this project; the server stays'),
  ).action((name: string, options: ProjectOptions) => remove(context, name, options))
}

interface ProjectOptions extends SharedOptions {
  readonly project?: string
}

async function list(context: CommandContext, options: ProjectOptions): Promise<void> {
  const { terminal } = context
  const { project, config, json } = options
  const { servers, names } = await withEngine(context, options, async (client, signal, isOwn) => {
    const read = isOwn
      ? withProgress(terminal, 'Starting the servers…', settledServers(client, signal, project))
      : serversIn(client, project, signal)
    // The project is named only if several could be meant.
    const isSaid = json !== true && project === undefined && config === undefined
    return { servers: await read, names: isSaid ? await projectNames(client, signal) : new Map<string, string>() }
  })
  if (json) return printJson(terminal, servers)
  if (servers.length === 0) return terminal.note(noneText(project))
  terminal.print(serverTable(terminal, servers, names))
  terminal.note(problemLines(terminal, servers))
}

function noneText(project: string | undefined): string {
  if (project === undefined) return 'No servers yet. Add one: switchboard add NAME -- COMMAND\n'
  return `No servers in ${project} yet. Add one: switchboard enable NAME --project ${shellWord(project)}\n`
}

async function remove(context: CommandContext, name: string, options: ProjectOptions): Promise<void> {
  const { terminal } = context
  const { project } = options
  const { slug, text } = await withStoredServers(context, options, async (client, signal) => {
    const server = await findServer(client, name, signal, project)
    if (project === undefined) {
      await client.servers.remove({ slug: server.slug }, { signal })
      return { slug: server.slug, text: removedText(server) }
    }
    await client.projects.removeServer({ id: project, slug: server.slug }, { signal })
    return { slug: server.slug, text: takenOutText(await findServer(client, server.slug, signal), project) }
  })
  if (options.json) return printJson(terminal, project === undefined ? { slug } : { slug, project })
  terminal.print(text)
}

function removedText({ slug, projects }: ServerSnapshot): string {
  return projects.length > 1 ? `Removed ${slug} from all ${projects.length} projects.\n` : `Removed ${slug}.\n`
}

function takenOutText({ slug, projects }: ServerSnapshot, project: string): string {
  const rest =
    projects.length === 0
      ? 'It is now in no project, and stopped'
      : `It stays in ${counted(projects.length, 'other project')}`
  return `Removed ${slug} from ${project}. ${rest}.\n`
}
