/** `token`: creates tokens for outside clients, lists and revokes them. A value is shown once. */
import type { Command } from 'commander'
import type { AccessClient } from '#contract/clients/access'
import { AppError } from '#contract/errors'
import { atDataFolder, printJson } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { type PlaceOptions, withPlaceOptions } from '#main/cli/sharedOptions'
import { formatTable } from '#main/cli/text/table'
import type { ContractClient } from '#main/host/control/controlClient'

export function addTokenCommand(program: Command, context: CommandContext): void {
  const token = program.command('token').description('access tokens for other MCP clients')

  withPlaceOptions(
    token
      .command('create')
      .description('create a token for a client; a new name also creates the client')
      .requiredOption('--client <name>', 'the client\'s name, for example "Cursor"')
      .option('--project <project>', 'a new client sees this project only'),
  ).action((options: CreateOptions) => create(context, options))

  withPlaceOptions(token.command('list').description('list clients and their tokens')).action((options: PlaceOptions) =>
    list(context, options),
  )

  withPlaceOptions(
    token.command('revoke').description('revoke a token; its connections end at once').argument('<id>'),
  ).action((id: string, options: PlaceOptions) => revoke(context, id, options))
}

interface CreateOptions extends PlaceOptions {
  readonly client: string
  readonly project?: string
}

async function create(context: CommandContext, options: CreateOptions): Promise<void> {
  const { terminal } = context
  const made = await atDataFolder(context, options, async (engine, signal) => {
    const client = await findOrCreate(engine, options, signal)
    return { client, ...(await engine.access.createToken({ id: client.id }, { signal })) }
  })
  const { client, id, token } = made
  if (options.json) return printJson(terminal, { client: client.name, clientId: client.id, id, token })
  terminal.note(`A token for ${client.name}. It is shown only once. Revoke it with: switchboard token revoke ${id}\n`)
  terminal.print(`${token}\n`)
}

async function findOrCreate(
  engine: ContractClient,
  { client: name, project }: CreateOptions,
  signal: AbortSignal,
): Promise<AccessClient> {
  const known = (await engine.access.list(undefined, { signal })).find((client) => client.name === name.trim())
  if (known === undefined)
    return engine.access.create({ name, ...(project !== undefined && { projectId: project }) }, { signal })
  if (project === undefined) return known
  const isThere = (await engine.projects.list(undefined, { signal })).some(
    ({ id, name: title }) => id === known.projectId && (id === project || title === project),
  )
  if (isThere) return known
  throw new AppError('CONFLICT', `Client ${known.name} already exists and is not bound to ${project}.`)
}

async function list(context: CommandContext, options: PlaceOptions): Promise<void> {
  const { terminal } = context
  const clients = await atDataFolder(context, options, (engine, signal) => engine.access.list(undefined, { signal }))
  if (options.json) return printJson(terminal, clients)
  if (clients.length === 0) return terminal.note('No clients yet. Add one: switchboard token create --client NAME\n')
  const rows = clients.flatMap((client): Row[] =>
    client.tokens.length === 0 ? [{ client, token: null }] : client.tokens.map((token) => ({ client, token })),
  )
  const columns = [
    { title: 'CLIENT', text: ({ client }: Row) => client.name },
    { title: 'PROJECT', text: ({ client }: Row) => client.projectId ?? 'all' },
    { title: 'TOOLS', text: ({ client }: Row) => `${client.cost.tools}, ~${client.cost.estimatedTokens} tokens` },
    { title: 'LAST USED', text: ({ token }: Row) => usedText(token) },
    { title: 'TOKEN ID', text: ({ token }: Row) => token?.id ?? '(none)' },
  ]
  terminal.print(formatTable(columns, rows, terminal.columns, (title) => terminal.style('dim', title)))
  for (const { name, warning } of clients) if (warning !== null) terminal.note(`${name}: ${warning}\n`)
}

interface Row {
  readonly client: AccessClient
  readonly token: AccessClient['tokens'][number] | null
}

function usedText(token: Row['token']): string {
  if (token === null) return ''
  return token.lastUsedAt === null ? 'never' : `${new Date(token.lastUsedAt).toISOString().slice(0, 16)}Z`
}

async function revoke(context: CommandContext, id: string, options: PlaceOptions): Promise<void> {
  await atDataFolder(context, options, (engine, signal) => engine.access.revokeToken({ id }, { signal }))
  if (options.json) printJson(context.terminal, { id })
  else context.terminal.print(`Revoked ${id}.\n`)
}
