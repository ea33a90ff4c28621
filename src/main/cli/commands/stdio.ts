/**
 * `stdio`: serves the gateway on stdin and stdout, for clients that start their servers. Stdout carries only the
 * protocol.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { Bridge } from '#main/cli/bridge/bridge'
import { startDetachedEngine } from '#main/cli/bridge/detachedEngine'
import { joinEngine } from '#main/cli/bridge/joinEngine'
import type { CommandContext } from '#main/cli/commandContext'
import type { EnginePlace } from '#main/cli/engineAccess'
import { connectLines } from '#main/host/control/bridgeClient'
import { environmentOption, placeOf, withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'

export function addStdioCommand(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('stdio')
      .description('serve one MCP client on stdin and stdout; joins the running engine, or starts one')
      .option('--project <project>', 'only the servers of this project')
      .option('--client <name>', 'use the rights of this client, by its name in Switchboard')
      .option(...environmentOption),
  ).action((options: StdioOptions) => serveClient(context, options))
}

interface StdioOptions extends SharedOptions {
  readonly project?: string
  readonly client?: string
}

async function serveClient(context: CommandContext, options: StdioOptions): Promise<void> {
  const place = placeOf(context, options)
  if (place.configFile === null) await bridge(context, options, place.dataFolder, () => startIdle(context, place))
  else await withConfigFile(context, options, place)
}

/** The variable that sets how long an engine started by this command may be idle before it exits. */
const idleVariable = 'SWITCHBOARD_IDLE_SECONDS'

function startIdle({ installation, terminal }: CommandContext, { dataFolder }: EnginePlace) {
  const seconds = Number(terminal.environment[idleVariable])
  return startDetachedEngine({
    commandFile: installation.commandFile,
    dataFolder,
    idleSeconds: Number.isInteger(seconds) && seconds > 0 ? seconds : null,
    environment: terminal.environment,
  })
}

async function bridge(
  { terminal, interruption }: CommandContext,
  { project, client }: StdioOptions,
  dataFolder: string,
  start: () => ReturnType<typeof startDetachedEngine>,
): Promise<void> {
  const facts = { project: project ?? null, client: client ?? null }
  const connect = () => connectLines(dataFolder, facts)
  await new Bridge({
    ...terminal.streams(),
    join: (successor, signal) => joinEngine({ connect, start }, successor, signal),
    note: (text) => terminal.note(text),
    signal: interruption.signal,
  }).run()
}

/** Runs a file's servers in this process, as long as the client is connected. Nothing remains afterwards. */
async function withConfigFile(context: CommandContext, options: StdioOptions, place: EnginePlace): Promise<void> {
  const { installation, terminal } = context
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-'))
  try {
    const startHost = await installation.loadHost()
    const host = await startHost({
      kind: 'headless',
      version: installation.version,
      ...place,
      dataFolder: folder,
      readSecretsOf: place.dataFolder,
      port: null,
      pageFolder: null,
      environment: terminal.environment,
      reaperModule: installation.reaperModule,
      warnOnStderr: true,
    })
    const nothing = () => ({ ended: { failure: 'the servers of the file have stopped' }, release: () => undefined })
    try {
      // A client with a configuration file sees everything in the file. No clients are registered there, so the name is
      // dropped.
      const { client: _client, ...unnamed } = options
      await bridge(context, unnamed, folder, nothing)
    } finally {
      await host.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
