/** `projects`: lists projects with their servers, adds one, or removes one. */
import type { Command } from 'commander'
import type { ProjectSnapshot } from '#contract/project'
import { shellWord } from '#contract/servers/launchWords'
import type { ServerSnapshot } from '#contract/servers/server'
import { withStoredServers, printJson, withEngine } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { serversIn } from '#main/cli/serversIn'
import { withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'
import { formatTable } from '#main/cli/text/table'
import type { ContractClient } from '#main/host/control/controlClient'

export function addProjectsCommand(program: Command, context: CommandContext): void {
  const projects = program.command('projects').description('sets of servers that clients see together')

  withSharedOptions(
    projects.command('list', { isDefault: true }).description('list the projects and how many servers they have'),
  ).action((options: SharedOptions) => list(context, options))

  withSharedOptions(projects.command('add').description('make a project').argument('<name>')).action(
    (name: string, options: SharedOptions) => add(context, name, options),
  )

  withSharedOptions(
    projects.command('remove').description('remove a project; its servers stay').argument('<project>'),
  ).action((name: string, options: SharedOptions) => remove(context, name, options))
}

/** No command here needs running servers. */
const needs = { startServersOnUse: true }

async function list(context: CommandContext, options: SharedOptions): Promise<void> {
  const { terminal } = context
  const projects = await withEngine(
    context,
    options,
    async (client, signal) =>
      withServers(await client.projects.list(undefined, { signal }), await client.servers.list(undefined, { signal })),
    needs,
  )
  if (options.json) return printJson(terminal, projects)
  const columns = [
    { title: 'PROJECT', text: (project: ListedProject) => project.name },
    { title: 'SERVERS ON', text: ({ servers }: ListedProject) => `${servers.enabled} of ${servers.total}` },
    { title: 'ID', text: (project: ListedProject) => project.id },
    { title: 'FILE', text: (project: ListedProject) => project.file ?? '' },
  ]
  terminal.print(formatTable(columns, projects, terminal.columns, (title) => terminal.style('dim', title)))
}

type ListedProject = ReturnType<typeof withServers>[number]

/** Pure. */
export function withServers(
  projects: readonly ProjectSnapshot[],
  servers: readonly Pick<ServerSnapshot, 'projects' | 'enabledIn'>[],
) {
  return projects.map((project) => ({
    ...project,
    servers: {
      total: servers.filter((server) => server.projects.includes(project.id)).length,
      enabled: servers.filter((server) => server.enabledIn.includes(project.id)).length,
    },
  }))
}

async function add(context: CommandContext, name: string, options: SharedOptions): Promise<void> {
  const { terminal } = context
  const work = (client: ContractClient, signal: AbortSignal) => client.projects.add({ name }, { signal })
  const added = await withStoredServers(context, options, work, needs)
  if (options.json) return printJson(terminal, added)
  terminal.print(`Added ${added.name}.\n`)
  terminal.note(`Add a server: switchboard enable NAME --project ${shellWord(added.name)}\n`)
}

async function remove(context: CommandContext, name: string, options: SharedOptions): Promise<void> {
  const { terminal } = context
  const removed = await withStoredServers(
    context,
    options,
    async (client, signal) => {
      const servers = (await serversIn(client, name, signal)).map(({ slug }) => slug)
      await client.projects.remove({ id: name }, { signal })
      const left = await client.servers.list(undefined, { signal })
      const inNone = left.filter(({ slug, projects }) => projects.length === 0 && servers.includes(slug))
      return { project: name, servers, inNoProject: inNone.map(({ slug }) => slug) }
    },
    needs,
  )
  if (options.json) return printJson(terminal, removed)
  terminal.print(removedText(removed))
}

/** Pure. */
export function removedText({ project, servers, inNoProject }: RemovedProject): string {
  const stay = servers.length === 0 ? '' : ` Its servers stay: ${servers.join(', ')}.`
  const rest = inNoProject.length === 0 ? '' : ` Now in no project, and stopped: ${inNoProject.join(', ')}.`
  return `Removed ${project}.${stay}${rest}\n`
}

interface RemovedProject {
  readonly project: string
  readonly servers: readonly string[]
  readonly inNoProject: readonly string[]
}
