/** `serve`: runs an engine without a window, until a signal stops it. */
import { setTimeout as delay } from 'node:timers/promises'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { AppError } from '#contract/errors'
import { usualPort } from '#contract/servers/usualPort'
import { systemClock } from '#engine/clock'
import { printJson } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { watchForIdle } from '#main/host/idleWatch'
import type { HostOptions, RunningHost } from '#main/host/host'
import { environmentOption, placeOf, withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'

export function addServeCommand(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('serve')
      .description('run without a window; clients and browsers connect to the address it prints')
      .option('--port <number>', `the port on 127.0.0.1 (default: ${usualPort}); 0 for any free port`, parsePort)
      .option('--no-ui', 'do not serve the page')
      .option(
        '--idle-exit [seconds]',
        'exit after this idle time (default: 60); without --port, open no port',
        parseSeconds,
      )
      .option(...environmentOption),
  ).action((options: ServeOptions) => serve(context, options))
}

interface ServeOptions extends SharedOptions {
  readonly port?: number
  /** The idle time in seconds; true: the default. */
  readonly idleExit?: number | true
  readonly ui: boolean
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('The port must be a number from 0 to 65535.')
}

const usualIdleSeconds = 60
/** How long connected clients have to finish their running requests. */
const maxLeaveMs = 30_000

function parseSeconds(text: string): number {
  const seconds = Number(text)
  if (/^\d{1,6}$/.test(text) && seconds > 0) return seconds
  throw new InvalidArgumentError('The time must be a number of seconds.')
}

async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  const { terminal, installation, interruption } = context
  const { dataFolder, configFile, allowEnvironment } = placeOf(context, options)
  const pageFolder = options.ui ? installation.pageFolder : null
  const { idleExit } = options
  const host = await start(installation, {
    kind: 'headless',
    version: installation.version,
    dataFolder,
    port: options.port ?? (idleExit === undefined ? usualPort : null),
    pageFolder,
    configFile,
    allowEnvironment,
    environment: terminal.environment,
    reaperModule: installation.reaperModule,
    warnOnStderr: idleExit === undefined,
    tenure: idleExit === undefined ? 'kept' : 'idle',
  })
  if (host === null) return
  try {
    if (!interruption.signal.aborted) {
      if (options.json) printJson(terminal, { ready: true, url: host.url, token: host.token, pid: process.pid })
      else terminal.print(welcome(context, host, dataFolder))
    }
    // A request to stop is the normal end of serving.
    const stopped = interruption.interrupted.catch(() => undefined)
    const over = idleExit === undefined ? stopped : Promise.race([stopped, unneeded(host, idleExit)])
    const outdated = await Promise.race([over.then(() => null), host.outdated])
    if (outdated !== null) throw outdated
  } finally {
    await host.close()
  }
}

/** Starts the host. Null if an engine is already running, and the caller only needs one to be running. */
async function start(installation: CommandContext['installation'], options: HostOptions): Promise<RunningHost | null> {
  const startHost = await installation.loadHost()
  try {
    return await startHost(options)
  } catch (thrown) {
    const isThere = thrown instanceof AppError && thrown.code === 'ENGINE_RUNNING'
    if (isThere && options.tenure === 'idle') return null
    throw thrown
  }
}

/** Resolves when the engine is idle, or when another host takes over and all clients have moved there. */
async function unneeded(host: RunningHost, idleExit: number | true): Promise<void> {
  const idleMs = (idleExit === true ? usualIdleSeconds : idleExit) * 1_000
  const watch = watchForIdle(systemClock, idleMs, () => host.use())
  const left = host.askedToLeave.then(() => Promise.race([host.emptied(true), delay(maxLeaveMs)]))
  await Promise.race([watch.idle, left])
  watch.stop()
}

function welcome({ terminal }: CommandContext, host: RunningHost, dataFolder: string): string {
  const page = host.signInAddress()
  const lines = [
    ...(page === null ? [] : [['Page', page]]),
    ['Clients', `${host.url}/mcp`],
    ['Token', host.token],
    ['Data', dataFolder],
  ]
  const listed = lines.map(([title = '', text]) => `  ${terminal.style('dim', title.padEnd(8))}${text}\n`).join('')
  const advice =
    page === null ? '' : '  This address opens the page once, within ten minutes. `switchboard open` creates another.\n'
  return `${terminal.style('bold', 'Switchboard is running.')} Ctrl-C stops it.\n${listed}${terminal.style('dim', advice)}`
}
