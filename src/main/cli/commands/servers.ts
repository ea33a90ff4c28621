/** `list`, `add`, `remove`, `enable`, `disable`. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type NewServerInput, type ServerSnapshot, type SessionsMode, sessionsMode } from '#contract/servers/server'
import {
  addressTransports,
  reachesAddress,
  type Transport,
  transportNamed,
  usualTransport,
} from '#contract/servers/transports'
import { errorIn } from '#contract/servers/errorIn'
import { changeEngine, findServer, printJson, useEngine } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { UsageError } from '#main/cli/failure'
import { withProgress } from '#main/cli/text/progress'
import { problemLines, serverTable } from '#main/cli/text/serverTable'
import { settled, settledServers } from '#main/cli/settled'
import type { Terminal } from '#main/cli/terminal'
import { withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'

export function addServerCommands(program: Command, context: CommandContext): void {
  withSharedOptions(program.command('list').description('list the servers and how they are')).action(
    (options: SharedOptions) => list(context, options),
  )

  withSharedOptions(
    program
      .command('add')
      .description('add a server')
      .usage('<name> [options] -- <command> [arguments...] | <name> [options] <address>')
      .argument('<name>', 'what to call it')
      .argument('<command...>', 'how it is started, after --; or where it is, as http:// or https://')
      .option('--env <NAME=VALUE>', 'a variable of its environment; may be repeated', collect, [])
      .option('--header <NAME=VALUE>', 'a header that a remote server gets; may be repeated', collect, [])
      .option('--transport <name>', 'how an address is spoken to: http (the usual one) or sse', parseTransport)
      .option('--cwd <folder>', 'the folder it runs in')
      .option('--description <text>', 'what it is for')
      .addOption(new Option('--sessions <mode>', 'who has which process').choices(sessionsMode.options))
      .option('--trusted', 'believe what it says of its tools, for example that one only reads')
      .option('--disabled', 'add it switched off'),
  ).action((name: string, command: string[], options: AddOptions) => add(context, name, command, options))

  withSharedOptions(
    program.command('remove').description('remove a server with its settings').argument('<server>'),
  ).action((name: string, options: SharedOptions) => remove(context, name, options))

  for (const [word, enabled] of [
    ['enable', true],
    ['disable', false],
  ] as const) {
    withSharedOptions(
      program
        .command(word)
        .description(`switch a server ${enabled ? 'on' : 'off'}, or single tools of it`)
        .argument('<server>')
        .option('--tool <name>', 'only this tool; may be repeated', collect, []),
    ).action((name: string, options: ToggleOptions) => toggle(context, name, enabled, options))
  }
}

interface AddOptions extends SharedOptions {
  readonly env: readonly string[]
  readonly header: readonly string[]
  readonly transport?: Transport
  readonly cwd?: string
  readonly description?: string
  readonly sessions?: SessionsMode
  readonly trusted?: boolean
  readonly disabled?: boolean
}

interface ToggleOptions extends SharedOptions {
  readonly tool: readonly string[]
}

function parseTransport(word: string): Transport {
  const transport = transportNamed(word)
  if (transport === null) throw new InvalidArgumentError(`A transport is ${addressTransports.join(' or ')}.`)
  return transport
}

function collect(value: string, previous: readonly string[]): readonly string[] {
  return [...previous, value]
}

async function list(context: CommandContext, options: SharedOptions): Promise<void> {
  const { terminal } = context
  const servers = await useEngine(context, options, (client, signal, isOwn) =>
    isOwn
      ? withProgress(terminal, 'Starting the servers…', settledServers(client, signal))
      : client.servers.list(undefined, { signal }),
  )
  if (options.json) return printJson(terminal, servers)
  if (servers.length === 0) return terminal.note('There are no servers yet. Add one: switchboard add NAME -- COMMAND\n')
  terminal.print(serverTable(terminal, servers))
  terminal.note(problemLines(terminal, servers))
}

async function add(context: CommandContext, name: string, command: readonly string[], options: AddOptions) {
  const { description, sessions, trusted = false, disabled = false } = options
  const server: NewServerInput = {
    name,
    launch: launchOf(command, options),
    enabled: !disabled,
    trusted,
    ...(description !== undefined && { description }),
    ...(sessions !== undefined && { sessions }),
  }
  const { terminal } = context
  const added = await changeEngine(context, options, async (client, signal) => {
    const { slug } = await client.servers.add(server, { signal })
    return withProgress(terminal, `Starting ${slug}…`, settled(client, slug, signal))
  })
  if (options.json) return printJson(terminal, added)
  terminal.print(`Added ${added.slug}.\n`)
  reportPlainSecrets(terminal, added)
  reportStart(terminal, added)
}

function launchOf([first = '', ...args]: readonly string[], options: AddOptions): NewServerInput['launch'] {
  const isAddress = args.length === 0 && /^https?:\/\//i.test(first)
  const { cwd, env, header, transport = usualTransport[isAddress ? 'address' : 'process'] } = options
  if (reachesAddress(transport) !== isAddress)
    throw new UsageError(
      `--transport says how an address is spoken to: ${addressTransports.join(' or ')}. A command is always on stdio.`,
    )
  if (isAddress && (env.length > 0 || cwd !== undefined))
    throw new UsageError('A remote server has no environment and no folder here; give it headers by --header.')
  if (reachesAddress(transport)) return { transport, url: first, headers: parseEnvironment(header, '--header') }
  if (header.length > 0) throw new UsageError('Only a remote server gets headers; a command gets variables by --env.')
  return { transport, command: first, args, env: parseEnvironment(env), ...(cwd !== undefined && { cwd }) }
}

async function remove(context: CommandContext, name: string, options: SharedOptions): Promise<void> {
  const slug = await changeEngine(context, options, async (client, signal) => {
    const server = await findServer(client, name, signal)
    await client.servers.remove({ slug: server.slug }, { signal })
    return server.slug
  })
  if (options.json) return printJson(context.terminal, { slug })
  context.terminal.print(`Removed ${slug}.\n`)
}

async function toggle(context: CommandContext, name: string, enabled: boolean, options: ToggleOptions) {
  const { terminal } = context
  const server = await changeEngine(context, options, async (client, signal) => {
    const { slug } = await findServer(client, name, signal)
    if (options.tool.length > 0) {
      await client.tools.setEnabled({ server: slug, names: [...options.tool], enabled }, { signal })
      return findServer(client, slug, signal)
    }
    await client.servers.setEnabled({ slug, enabled }, { signal })
    return withProgress(terminal, `Starting ${slug}…`, settled(client, slug, signal))
  })
  if (options.json) return printJson(terminal, server)
  const what = options.tool.length === 0 ? server.slug : `${options.tool.join(', ')} of ${server.slug}`
  terminal.print(`Switched ${what} ${enabled ? 'on' : 'off'}.\n`)
  reportStart(terminal, server)
}

function reportPlainSecrets(terminal: Terminal, { plainSecrets }: ServerSnapshot): void {
  if (plainSecrets.length === 0) return
  const names = plainSecrets.join(', ')
  terminal.note(
    `${names}: kept in clear in the data folder, because there is no vault here. \`secret set\` says why.\n`,
  )
}

/** The command did what it was asked; that the server does not run yet is news, not a failure of the command. */
function reportStart(terminal: Terminal, { enabled, state }: ServerSnapshot): void {
  const error = enabled ? errorIn(state) : null
  if (error === null) return
  const { message, hint } = error
  const text = hint === undefined ? message : `${message}\n${hint}`
  terminal.note(`${terminal.style('yellow', 'It does not start:')} ${text}\n`)
}

export function parseEnvironment(assignments: readonly string[], option = '--env'): Record<string, string> {
  const entries = assignments.map((assignment) => {
    const equals = assignment.indexOf('=')
    if (equals < 1) throw new UsageError(`${option} wants NAME=VALUE, not ${assignment}`)
    return [assignment.slice(0, equals), assignment.slice(equals + 1)]
  })
  return Object.fromEntries(entries)
}
