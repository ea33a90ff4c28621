/** `host`: manages servers in containers. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { HostedServer } from '#contract/hosting/hostedServer'
import { conditionOf } from '#contract/hosting/hostedWords'
import { packageRegistry, packageText } from '#contract/hosting/package'
import { packageRegistration } from '#contract/hosting/registration'
import { restartPolicy } from '#contract/servers/server'
import { atDataFolder, printJson } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { changeOf, type HostEditOptions, previewLines } from '#main/cli/commands/hostChange'
import { allowedHost, networkOption, providerOption } from '#main/cli/commands/hostOptions'
import { type HostRunOptions, packageOf, packageRegistrationOf } from '#main/cli/commands/hostPackage'
import { checkedBy, type HostAddOptions, registrationOf } from '#main/cli/commands/hostRegistration'
import { isConfirmed } from '#main/cli/confirm'
import { ReportedFailure } from '#main/cli/failure'
import { collect, type PlaceOptions, withPlaceOptions } from '#main/cli/sharedOptions'
import type { Terminal } from '#main/cli/terminal'
import { fullNetworkNote, hostedTable, logText, troubleLines } from '#main/cli/text/hostedTable'
import { withPull } from '#main/cli/text/pullProgress'
import { withProgress } from '#main/cli/text/progress'
import { oneLine } from '#main/host/output/safeText'

export function addHostCommand(program: Command, context: CommandContext): void {
  const host = program
    .command('host')
    .description('servers in containers, which the engine keeps running')
    // A package's arguments may look like options of this command.
    .enablePositionalOptions()

  withPlaceOptions(
    host
      .command('add')
      .description('host a server: fetch its image and start it in a container')
      .usage('<name> --image <image> [options]')
      .argument('<name>', 'what to call it')
      .requiredOption('--image <image>', 'the image, for example ghcr.io/owner/server:1.2')
      .option('--project <project>', 'its project (default: the default project)')
      .option(
        '--env <NAME=VALUE>',
        'an environment variable, stored as a secret; NAME alone copies it from this environment; may be repeated',
        collect,
        [],
      )
      .option('--volume <path>', 'a path in the container whose files persist; may be repeated', collect, [])
      .option('--cpu <cores>', 'maximum number of cores (default: 0.5)')
      .option('--memory <size>', 'maximum memory (default: 512M)')
      .option('--disk <size>', 'maximum disk space (default: 1G)')
      .option(
        '--port <[here:]port>',
        'the server speaks HTTP at this port of the container, instead of stdin and stdout',
      )
      .option('--path <path>', 'the path of its HTTP endpoint (default: /mcp)')
      .addOption(providerOption('(default: the safest available)'))
      .option('--allow-weaker', 'allow a plain container, which shares the kernel, if no safer runtime is available')
      .option('--allow-cloud', 'allow a cloud (E2B), which gets image, variables and calls, if nothing here can run it')
      .addOption(networkOption('(default: full)'))
      .option('--allow <host[:port]>', ...allowedHost)
      .addOption(
        new Option('--restart <policy>', 'when to restart it (default: always)').choices(restartPolicy.options),
      ),
  ).action((name: string, options: HostAddOptions) => add(context, name, options))

  withPlaceOptions(
    host
      .command('run')
      .description('run a package of npm or PyPI in a container: by its name, or as its README runs it')
      .usage('[options] <package> [arguments]')
      .argument('<package...>', 'for example @scope/server, or: npx -y @scope/server, or: uvx server')
      .passThroughOptions()
      .addOption(
        new Option('--from <registry>', 'the registry of a bare name').choices(packageRegistry.options).default('npm'),
      )
      .option('--name <name>', "the server's name (default: the package's name)")
      .option('--project <project>', 'its project (default: the default project)')
      .option('--env <NAME=VALUE>', 'an environment variable, stored as a secret; may be repeated', collect, [])
      .option('--folder <path>', 'a folder on this machine that it may read; may be repeated', collect, [])
      .option('--writable-folder <path>', 'a folder that it may also change; may be repeated', collect, [])
      .option('--cpu <cores>', 'maximum number of cores (default: 0.5)')
      .option('--memory <size>', 'maximum memory (default: 512M)')
      .addOption(providerOption('(default: the safest available)'))
      .option('--allow-weaker', 'allow a plain container, which shares the kernel, if no safer runtime is available')
      .addOption(networkOption('(default: full)'))
      .option('--allow <host[:port]>', ...allowedHost)
      .addOption(
        new Option('--restart <policy>', 'when to restart it (default: always)').choices(restartPolicy.options),
      )
      .option('-y, --yes', 'do not ask'),
  ).action((words: string[], options: HostRunOptions) => run(context, words, options))

  withPlaceOptions(host.command('list').description('list hosted servers and their status')).action(
    (options: PlaceOptions) => list(context, options),
  )

  withPlaceOptions(
    host
      .command('logs')
      .description('print the last log lines of a hosted server')
      .argument('<server>')
      .option('--tail <lines>', 'maximum number of lines', parseCount, 200),
  ).action((id: string, options: LogOptions) => logs(context, id, options))

  withPlaceOptions(
    host
      .command('edit')
      .alias('set')
      .description('change a hosted server: a new container replaces the old one and keeps its volumes')
      .usage('<server> [options]')
      .argument('<server>')
      .option('--name <name>', 'its new name')
      .option('--image <image>', 'the image')
      .option(
        '--env <NAME=VALUE>',
        'add or change a variable; NAME alone copies it from this environment; may be repeated',
        collect,
        [],
      )
      .option('--unset <NAME>', 'remove a variable; may be repeated', collect, [])
      .option('--volume <path>', 'also keep the files at this path; may be repeated', collect, [])
      .option('--drop-volume <path>', 'stop using this volume; its files stay; may be repeated', collect, [])
      .option('--args <line>', 'all arguments of its package, in one text: "/srv --verbose"; "" for none')
      .option('--folder <path>', 'a folder on this machine that its package may read; may be repeated', collect, [])
      .option('--writable-folder <path>', 'a folder that its package may also change; may be repeated', collect, [])
      .option('--drop-folder <path>', 'stop sharing this folder with its package; may be repeated', collect, [])
      .option('--cpu <cores>', 'maximum number of cores')
      .option('--memory <size>', 'maximum memory')
      .option('--disk <size>', 'maximum disk space')
      .option('--port <[here:]port>', 'the server speaks HTTP at this port of the container')
      .option('--path <path>', 'the path of its HTTP endpoint')
      .option('--stdio', 'the server speaks on stdin and stdout, instead of HTTP')
      .addOption(providerOption())
      .option('--allow-weaker', 'allow a plain container, which shares the kernel, if no safer runtime is available')
      .option('--no-allow-weaker', 'allow no plain container')
      .option('--allow-cloud', 'allow a cloud (E2B), which gets image, variables and calls, if nothing here can run it')
      .option('--no-allow-cloud', 'allow no cloud')
      .addOption(networkOption())
      .option('--allow <host[:port]>', ...allowedHost)
      .addOption(new Option('--restart <policy>', 'when to restart it').choices(restartPolicy.options))
      .option('-y, --yes', 'do it without asking'),
  ).action((id: string, options: HostEditOptions) => edit(context, id, options))

  withPlaceOptions(
    host.command('undo').description('undo the last change to a hosted server').argument('<server>'),
  ).action((id: string, options: PlaceOptions) => undo(context, id, options))

  withPlaceOptions(
    host.command('restart').description('restart a hosted server in a new container').argument('<server>'),
  ).action((id: string, options: PlaceOptions) => restart(context, id, options))

  withPlaceOptions(
    host
      .command('remove')
      .description('stop a hosted server and remove it; its volumes stay')
      .argument('<server>')
      .option('--volumes', 'also delete its volumes: their files are lost'),
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
    throw new InvalidArgumentError('Must be a number from 1 to 10000.')
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
  reportHosted(context, server, isOwn, options)
}

function reportHosted(
  { terminal }: CommandContext,
  server: HostedServer,
  isOwn: boolean,
  options: Pick<HostAddOptions, 'network' | 'json'>,
): void {
  if (options.json) return printJson(terminal, server)
  terminal.print(`Hosted ${server.slug}.\n`)
  reportTrouble(terminal, server)
  if (server.network.mode === 'full' && options.network === undefined) terminal.note(fullNetworkNote(server))
  if (conditionOf(server) === 'starting')
    terminal.note('It is not ready yet. `switchboard host list` shows its status.\n')
  // A temporary engine's containers are stopped with it.
  if (isOwn)
    terminal.note('It runs only while an engine is running: start one with `switchboard serve`, or open the app.\n')
}

async function run(context: CommandContext, words: readonly string[], options: HostRunOptions): Promise<void> {
  const { terminal } = context
  const wanted = packageOf(words, options.from)
  const { registry, name, version } = wanted
  const { server, isOwn } = await atDataFolder(context, options, async (client, signal, own) => {
    const preview = await client.hosting.previewPackage({ registry, name, version }, { signal })
    const registration = checkedBy(
      packageRegistration,
      packageRegistrationOf(wanted, preview, options, terminal.environment),
    )
    const shown = packageText(preview.package)
    if (options.json !== true)
      terminal.note(
        `${oneLine(shown)} is installed by \`${oneLine(preview.installs)}\` in a container of ${oneLine(preview.image)} with a network,\n` +
          'and then run in another one, which cannot change it.\n',
      )
    if (!(await isConfirmed(context, options, `Run ${oneLine(shown)}?`))) {
      if (options.json === true) printJson(terminal, preview)
      terminal.note('Nothing was run. Add --yes to run it.\n')
      throw new ReportedFailure()
    }
    const added = withPull(terminal, client, signal, `Installing ${oneLine(shown)}…`, () =>
      client.hosting.addPackage(registration, { signal }),
    )
    return { server: await added, isOwn: own }
  })
  reportHosted(context, server, isOwn, options)
}

async function list(context: CommandContext, options: PlaceOptions): Promise<void> {
  const { terminal } = context
  const servers = await atDataFolder(context, options, (client, signal) => client.hosting.list(undefined, { signal }))
  if (options.json) return printJson(terminal, servers)
  if (servers.length === 0)
    return terminal.note('No hosted servers yet. Add one: switchboard host add NAME --image IMAGE\n')
  terminal.print(hostedTable(terminal, servers))
  terminal.note(troubleLines(terminal, servers))
}

async function logs(context: CommandContext, id: string, options: LogOptions): Promise<void> {
  const { terminal } = context
  const { tail } = options
  const lines = await atDataFolder(context, options, (client, signal) => client.hosting.logs({ id, tail }, { signal }))
  if (options.json) return printJson(terminal, lines)
  if (lines.length === 0) return terminal.note('Its log is empty.\n')
  terminal.print(logText(terminal, lines))
}

async function edit(context: CommandContext, id: string, options: HostEditOptions): Promise<void> {
  const { terminal } = context
  const { server, preview } = await atDataFolder(context, options, async (client, signal) => {
    const setup = await client.hosting.setup({ id }, { signal })
    const change = changeOf(setup, options, terminal.environment)
    const shown = await client.hosting.previewChange({ id, change }, { signal })
    if (shown.differences.length === 0) return { server: null, preview: shown }
    if (options.json !== true)
      terminal.note(
        previewLines(shown)
          .map((line) => `${oneLine(line)}\n`)
          .join(''),
      )
    if (!(await isConfirmed(context, options, `Change ${id}?`))) {
      if (options.json === true) printJson(terminal, shown)
      terminal.note('Nothing was changed. Add --yes to change it.\n')
      throw new ReportedFailure()
    }
    const changed = withPull(terminal, client, signal, `Changing ${id}…`, () =>
      client.hosting.change({ id, change }, { signal }),
    )
    return { server: await changed, preview: shown }
  })
  if (options.json) return printJson(terminal, server ?? preview)
  if (server === null) return terminal.print('Nothing to change.\n')
  terminal.print(`Changed ${server.slug}. To undo it: switchboard host undo ${server.slug}\n`)
  reportTrouble(terminal, server)
}

async function undo(context: CommandContext, id: string, options: PlaceOptions): Promise<void> {
  const { terminal } = context
  const server = await atDataFolder(context, options, (client, signal) =>
    withPull(terminal, client, signal, `Undoing the last change to ${id}…`, () =>
      client.hosting.undoChange({ id }, { signal }),
    ),
  )
  if (options.json) return printJson(terminal, server)
  terminal.print(`Undid the last change to ${server.slug}.\n`)
  reportTrouble(terminal, server)
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
