/** `add`: adds a new server or, with a project, puts an existing one into the project. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type NewServerInput, type ServerSnapshot, type SessionsMode, sessionsMode } from '#contract/servers/server'
import type { SignInSettings } from '#contract/servers/signInSettings'
import {
  addressBeginnings,
  addressTransports,
  isServerAddress,
  reachesAddress,
  type Transport,
  transportAt,
  transportNamed,
  usualTransport,
} from '#contract/servers/transports'
import { withStoredServers, printJson } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { UsageError } from '#main/cli/failure'
import { checkProject, serverNamed } from '#main/cli/serversIn'
import { settled } from '#main/cli/settled'
import { type SignInOptions, signInSettingsOf, withSignInOptions } from '#main/cli/signInOptions'
import { collect, withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'
import type { Terminal } from '#main/cli/terminal'
import { withProgress } from '#main/cli/text/progress'
import { reportStart } from '#main/cli/text/serverTable'
import type { ContractClient } from '#main/host/control/controlClient'

const transportChoices = addressTransports
  .map((name) => (name === usualTransport.address ? `${name} (default)` : name))
  .join(' or ')

export function addAddCommand(program: Command, context: CommandContext): void {
  const added = withSignInOptions(
    program
      .command('add')
      .description('add a server, or put an existing one into another project')
      .usage('<name> [options] -- <command> [arguments...] | <name> [options] <address>')
      .argument('<name>', 'what to call it')
      .argument(
        '<command...>',
        `the command that starts it, after --; or its address, which begins with ${addressBeginnings()}`,
      )
      .option('--project <project>', 'the project; an existing server with this name and launch is put into it')
      .option('--env <NAME=VALUE>', 'an environment variable; may be repeated', collect, [])
      .option('--header <NAME=VALUE>', 'a header for a remote server; may be repeated', collect, [])
      .option('--transport <name>', `the transport for an address: ${transportChoices}`, parseTransport)
      .option('--cwd <folder>', 'the folder it runs in')
      .option('--description <text>', 'what it is for')
      .addOption(new Option('--sessions <mode>', 'how clients share its process').choices(sessionsMode.options))
      .option('--trusted', 'trust its tool annotations, for example that a tool is read-only')
      .option('--disabled', 'add it switched off'),
  )
  withSharedOptions(added).action((name: string, command: string[], options: AddOptions) =>
    add(context, name, command, options),
  )
}

interface AddOptions extends SharedOptions, SignInOptions {
  readonly project?: string
  readonly env: readonly string[]
  readonly header: readonly string[]
  readonly transport?: Transport
  readonly cwd?: string
  readonly description?: string
  readonly sessions?: SessionsMode
  readonly trusted?: boolean
  readonly disabled?: boolean
}

function parseTransport(word: string): Transport {
  const transport = transportNamed(word)
  if (transport === null) throw new InvalidArgumentError(`The transport must be ${addressTransports.join(' or ')}.`)
  return transport
}

async function add(context: CommandContext, name: string, command: readonly string[], options: AddOptions) {
  const { description, sessions, trusted = false, disabled = false, project } = options
  const auth = await signInSettingsOf(options, context.terminal.environment)
  const server: NewServerInput = {
    name,
    launch: launchOf(command, options, auth),
    enabled: !disabled,
    trusted,
    ...(description !== undefined && { description }),
    ...(sessions !== undefined && { sessions }),
    ...(project !== undefined && { projectId: project }),
  }
  const { terminal } = context
  const { added, isNew } = await withStoredServers(context, options, async (client, signal) => {
    const known = project === undefined ? null : await putIn(client, project, server, signal)
    const slug = known ?? (await client.servers.add(server, { signal })).slug
    const isSettled = settled(client, slug, signal, project)
    return { added: await withProgress(terminal, `Starting ${slug}…`, isSettled), isNew: known === null }
  })
  if (options.json) return printJson(terminal, added)
  if (isNew) terminal.print(project === undefined ? `Added ${added.slug}.\n` : `Added ${added.slug} to ${project}.\n`)
  else terminal.print(`${added.slug} is now in ${project}, switched ${added.enabled ? 'on' : 'off'}.\n`)
  if (!isNew) reportIgnored(terminal, added, options)
  reportPlainSecrets(terminal, added)
  reportStart(terminal, added)
}

/** Returns the existing server's slug, or null if no server has this name. */
async function putIn(
  client: ContractClient,
  project: string,
  { name, launch, enabled = true }: NewServerInput,
  signal: AbortSignal,
): Promise<string | null> {
  await checkProject(client, project, signal)
  const known = serverNamed(await client.servers.list(undefined, { signal }), name)
  if (known === undefined) return null
  await client.projects.putServer({ id: project, slug: known.slug, enabled, launch }, { signal })
  return known.slug
}

function launchOf(
  [first = '', ...args]: readonly string[],
  options: AddOptions,
  auth: SignInSettings | null,
): NewServerInput['launch'] {
  const isAddress = args.length === 0 && isServerAddress(first)
  const { cwd, env, header, transport = isAddress ? transportAt(first) : usualTransport.process } = options
  if (reachesAddress(transport) !== isAddress)
    throw new UsageError(
      `--transport is for addresses only: ${addressTransports.join(' or ')}. A command always uses stdio.`,
    )
  if (isAddress && (env.length > 0 || cwd !== undefined))
    throw new UsageError('--env and --cwd are for commands only. For a remote server, use --header to add headers.')
  if (reachesAddress(transport)) {
    const headers = parseEnvironment(header, '--header')
    return { transport, url: first, headers, ...(auth !== null && { auth }) }
  }
  if (auth !== null)
    throw new UsageError('Only a remote server has a sign-in. For a command, use --env to set variables.')
  if (header.length > 0)
    throw new UsageError('Only a remote server takes headers. For a command, use --env to set variables.')
  return {
    transport: usualTransport.process,
    command: first,
    args,
    env: parseEnvironment(env),
    ...(cwd !== undefined && { cwd }),
  }
}

/** Tells the person which options were ignored: they belong to the server in all its projects. */
function reportIgnored(terminal: Terminal, { slug }: ServerSnapshot, options: AddOptions): void {
  const ignored = (['description', 'sessions', 'trusted'] as const).filter((option) => options[option] !== undefined)
  if (ignored.length === 0) return
  const names = ignored.map((option) => `--${option}`).join(', ')
  terminal.note(`${names}: left unchanged, because ${slug} already exists and other projects may use it.\n`)
}

function reportPlainSecrets(terminal: Terminal, { plainSecrets }: ServerSnapshot): void {
  if (plainSecrets.length === 0) return
  const names = plainSecrets.join(', ')
  terminal.note(
    `${names}: stored in clear in the data folder, because no vault is available. \`secret set\` says why.\n`,
  )
}

/** The refused text may be a bare secret, so the message does not repeat it. */
export function parseEnvironment(assignments: readonly string[], option = '--env'): Record<string, string> {
  const entries = assignments.map((assignment) => {
    const equals = assignment.indexOf('=')
    if (equals < 1) throw new UsageError(`${option} needs NAME=VALUE.`)
    return [assignment.slice(0, equals), assignment.slice(equals + 1)]
  })
  return Object.fromEntries(entries)
}
