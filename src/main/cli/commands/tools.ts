/** `tools` and `call`: list tools as a client does, and call one. */
import { ORPCError } from '@orpc/client'
import type { Command } from 'commander'
import { isObject } from '#contract/jsonRpc/jsonObject'
import { printJson, withEngine } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { ReportedFailure, UsageError } from '#main/cli/failure'
import { checkProject, findServer, serversIn } from '#main/cli/serversIn'
import { withProgress } from '#main/cli/text/progress'
import { problemLines } from '#main/cli/text/serverTable'
import { formatTable } from '#main/cli/text/table'
import type { Terminal } from '#main/cli/terminal'
import { toolResultText } from '#main/cli/text/toolResultText'
import type { ContractClient } from '#main/host/control/controlClient'
import { environmentOption, withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'

export function addToolCommands(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('tools')
      .description('list the tools as a client sees them; starts the servers that have them')
      .option('--server <server>', 'only the tools of this server')
      .option('--project <project>', 'as a client of this project sees them')
      .option(...environmentOption),
  ).action((options: ToolsOptions) => listTools(context, options))

  withSharedOptions(
    program
      .command('call')
      .description('call a tool')
      .argument('<name>', 'the name of the tool, as `tools` prints it')
      .argument('[arguments]', 'a JSON object; - reads it from stdin', '{}')
      .option('--project <project>', "as a client of this project, with the tool's name there")
      .option(...environmentOption),
  ).action((name: string, text: string, options: ProjectOptions) => callTool(context, name, text, options))
}

interface ProjectOptions extends SharedOptions {
  readonly project?: string
}

interface ToolsOptions extends ProjectOptions {
  readonly server?: string
}

type ListedTool = Readonly<Record<string, unknown>> & { readonly name: string }

async function listTools(context: CommandContext, options: ToolsOptions): Promise<void> {
  const { terminal } = context
  const tools: readonly ListedTool[] = await withEngine(context, options, async (client, signal) => {
    const { server, project } = options
    await checkProject(client, project, signal)
    const only = server === undefined ? null : await findServer(client, server, signal, project)
    const asked = client.tools.listed(project === undefined ? undefined : { projectId: project }, { signal })
    const listed = await withProgress(terminal, 'Asking the servers…', asked)
    await noteProblems(terminal, client, project, signal)
    return only === null ? listed : listed.filter((tool) => serverOf(tool) === only.slug)
  })
  if (options.json) return printJson(terminal, tools)
  if (tools.length === 0)
    return terminal.note('No tools are available. `switchboard list` shows the status of the servers.\n')
  terminal.print(
    formatTable(
      [
        { title: 'TOOL', text: (tool) => tool.name },
        { title: 'SERVER', text: serverOf, style: (_tool, text) => terminal.style('dim', text) },
        { title: 'DESCRIPTION', text: descriptionOf },
      ],
      tools,
      terminal.columns,
      (title) => terminal.style('dim', title),
    ),
  )
}

async function callTool(context: CommandContext, name: string, text: string, options: ProjectOptions): Promise<void> {
  const { terminal } = context
  const callArguments = parseArguments(text === '-' ? await terminal.readAll() : text)
  const result = await withEngine(context, options, async (client, signal) => {
    const { project } = options
    await checkProject(client, project, signal)
    const scope = project === undefined ? {} : { projectId: project }
    const call = client.tools.call({ ...scope, name, arguments: callArguments }, { signal })
    try {
      return await withProgress(terminal, `Calling ${name}…`, call)
    } catch (error) {
      if (error instanceof ORPCError && error.code === 'UNKNOWN_TOOL')
        await noteProblems(terminal, client, project, signal)
      throw error
    }
  })
  if (options.json) printJson(terminal, result)
  else if (result.isError === true) terminal.note(terminal.style('red', toolResultText(result)))
  else terminal.printAsItCame(toolResultText(result))
  if (result.isError === true) throw new ReportedFailure()
}

/** Notes failed servers, because a tool is usually missing when its server does not start. */
async function noteProblems(
  terminal: Terminal,
  client: ContractClient,
  project: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  terminal.note(problemLines(terminal, await serversIn(client, project, signal)))
}

export function parseArguments(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The arguments are not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (isObject(value)) return value
  throw new UsageError('The arguments must be a JSON object, for example \'{"path": "/tmp"}\'.')
}

function serverOf(tool: ListedTool): string {
  const meta = Object(tool['_meta']) as Record<string, unknown>
  const server = meta['switchboard/server']
  return typeof server === 'string' ? server : ''
}

function descriptionOf(tool: ListedTool): string {
  const text = tool['description'] ?? tool['title']
  return typeof text === 'string' ? (text.trim().split('\n')[0] ?? '') : ''
}
