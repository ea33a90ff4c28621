/** `host`: servers in containers. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { conditionOf } from '#contract/hosting/hostedWords'
import { givenProvider } from '#contract/hosting/container'
import { restartPolicy } from '#contract/servers/server'
import { atDataFolder, printJson } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { type HostAddOptions, registrationOf } from '#main/cli/commands/hostRegistration'
import { ReportedFailure } from '#main/cli/failure'
import { collect, type PlaceOptions, withPlaceOptions } from '#main/cli/sharedOptions'
import type { Terminal } from '#main/cli/terminal'
import { hostedTable, logText, troubleLines } from '#main/cli/text/hostedTable'
import { withPull } from '#main/cli/text/pullProgress'
import { withProgress } from '#main/cli/text/progress'

export function addHostCommand(program: Command, context: CommandContext): void {
  const host = program.command('host').description('servers in containers, which the engine keeps running')

  withPlaceOptions(
    host
      .command('add')
      .description('host a server: its image is fetched, and started in a container')
      .usage('<name> --image <image> [options]')
      .argument('<name>', 'what to call it')
      .requiredOption('--image <image>', 'the image, for example ghcr.io/owner/server:1.2')
      .option('--project <project>', 'the project that it is in; the default one if absent')
      .option(
        '--env <NAME=VALUE>',
        'a variable, kept as a secret; NAME alone takes it from here; may be repeated',
        collect,
        [],
      )
      .option('--volume <path>', 'a path in the container whose files are kept; may be repeated', collect, [])
      .option('--cpu <cores>', 'at most so many cores (default: 0.5)')
      .option('--memory <size>', 'at most so much memory (default: 512M)')
      .option('--disk <size>', 'at most so much disk (default: 1G)')
      .option('--port <[here:]port>', 'it speaks HTTP at this port of the container, not standard input and output')
      .option('--path <path>', 'where it answers there (default: /mcp)')
      .addOption(
        new Option('--provider <name>', 'what it runs in (default: the safest there is)').choices(
          givenProvider.options,
        ),
      )
      .option('--allow-weaker', 'take a plain container, which shares the kernel, where there is nothing better')
      .addOption(new Option('--network <mode>', 'what it reaches (default: full)').choices(['none', 'allow', 'full']))
      .option('--host <name>', 'a host that it may reach, and others not; may be repeated', collect, [])
      .addOption(
        new Option('--restart <policy>', 'when it is started again (default: always)').choices(restartPolicy.options),
      ),
  ).action((name: string, options: HostAddOptions) => add(context, name, options))

  withPlaceOptions(host.command('list').description('list hosted servers, and how they are')).action(
    (options: PlaceOptions) => list(context, options),
  )

  withPlaceOptions(
    host
      .command('logs')
      .description('print what a hosted server said last')
      .argument('<server>')
      .option('--tail <lines>', 'at most so many lines', parseCount, 200),
  ).action((id: string, options: LogOptions) => logs(context, id, options))

  withPlaceOptions(
    host.command('restart').description('stop a hosted server, and start it in a new container').argument('<server>'),
  ).action((id: string, options: PlaceOptions) => restart(context, id, options))

  withPlaceOptions(
    host
      .command('remove')
      .description('stop a hosted server and remove it; its volumes stay')
      .argument('<server>')
      .option('--volumes', 'delete its volumes, too: their files are lost'),
  ).action((id: string, options: RemoveOptions) => remove(context, id, options))
}

interface LogOptions extends PlaceOptions {
  readonly tail: number
}

interface RemoveOptions extends PlaceOptions {
  readonly volumes?: boolean
}

function parseCount(text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 10_000)
    throw new InvalidArgumentError('It is a number from 1 to 10000.')
  return count
}

async function add(context: CommandContext, name: string, options: HostAddOptions): Promise<void> {
  const { terminal } = context
  const registration = registrationOf(name, options, terminal.environment)
  const { server, isOwn } = await atDataFolder(context, options, async (client, signal, own) => {
    const registered = withPull(terminal, client, signal, `Starting ${name.trim()}…`, () =>
      client.hosting.register(registration, { signal }),
    )
    return { server: await registered, isOwn: own }
  })
  if (options.json) return printJson(terminal, server)
  terminal.print(`Hosted ${server.slug}.\n`)
  reportTrouble(terminal, server)
  if (conditionOf(server) === 'starting')
    terminal.note('It is not ready yet. `switchboard host list` shows how it is.\n')
  // The engine of a moment takes its containers along.
  if (isOwn) terminal.note('It runs while the engine does: start it with `switchboard serve`, or open the app.\n')
}

async function list(context: CommandContext, options: PlaceOptions): Promise<void> {
  const { terminal } = context
  const servers = await atDataFolder(context, options, (client, signal) => client.hosting.list(undefined, { signal }))
  if (options.json) return printJson(terminal, servers)
  if (servers.length === 0)
    return terminal.note('There are no hosted servers. Host one: switchboard host add NAME --image IMAGE\n')
  terminal.print(hostedTable(terminal, servers))
  terminal.note(troubleLines(terminal, servers))
}

async function logs(context: CommandContext, id: string, options: LogOptions): Promise<void> {
  const { terminal } = context
  const { tail } = options
  const lines = await atDataFolder(context, options, (client, signal) => client.hosting.logs({ id, tail }, { signal }))
  if (options.json) return printJson(terminal, lines)
  if (lines.length === 0) return terminal.note('It has said nothing.\n')
  terminal.print(logText(terminal, lines))
}

async function restart(context: CommandContext, id: string, options: PlaceOptions): Promise<void> {
  const { terminal } = context
  const server = await atDataFolder(context, options, (client, signal) =>
    withProgress(terminal, `Restarting ${id}…`, client.hosting.restart({ id }, { signal })),
  )
  if (options.json) printJson(terminal, server)
  if (conditionOf(server) === 'failed') {
    if (!options.json) reportTrouble(terminal, server)
    throw new ReportedFailure()
  }
  if (!options.json) terminal.print(`Restarted ${server.slug}.\n`)
}

async function remove(context: CommandContext, id: string, options: RemoveOptions): Promise<void> {
  const { terminal } = context
  const { volumes = false } = options
  const server = await atDataFolder(context, options, async (client, signal) => {
    const known = await client.hosting.get({ id }, { signal })
    const removal = client.hosting.remove({ params: { id: known.id }, query: { volumes } }, { signal })
    await withProgress(terminal, `Stopping ${known.slug}…`, removal)
    return known
  })
  if (options.json) return printJson(terminal, { slug: server.slug, volumes })
  terminal.print(`Removed ${server.slug}${volumes ? ' and its volumes' : ''}.\n`)
  if (!volumes && server.volumes.length > 0)
    terminal.note(`Its volumes stay: ${server.volumes.map((volume) => volume.name).join(', ')}\n`)
}

function reportTrouble(terminal: Terminal, server: HostedServer): void {
  terminal.note(troubleLines(terminal, [server]))
}
