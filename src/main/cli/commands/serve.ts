/** `serve`: an engine without a window, until a signal ends it. */
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { environmentOption, placeOf, printJson, withSharedOptions } from '#main/cli/commandContext'
import type { CommandContext, SharedOptions } from '#main/cli/commandContext'
import type { RunningHost } from '#main/host/startHost'

const usualPort = 7411

export function addServeCommand(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('serve')
      .description('run without a window; clients and browsers connect to the address it prints')
      .option('--port <number>', 'where to listen on 127.0.0.1; 0 takes a free one', parsePort, usualPort)
      .option('--no-ui', 'do not serve the page')
      .option(...environmentOption),
  ).action((options: ServeOptions) => serve(context, options))
}

interface ServeOptions extends SharedOptions {
  readonly port: number
  readonly ui: boolean
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a number from 0 to 65535.')
}

async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  const { terminal, installation, interruption } = context
  const { dataFolder, configFile, allowEnvironment } = placeOf(context, options)
  const pageFolder = options.ui ? installation.pageFolder : null
  const startHost = await installation.loadHost()
  const host = await startHost({
    kind: 'headless',
    version: installation.version,
    dataFolder,
    port: options.port,
    pageFolder,
    configFile,
    allowEnvironment,
    environment: terminal.environment,
    reaperModule: installation.reaperModule,
    warnOnStderr: true,
  })
  try {
    if (!interruption.signal.aborted) {
      if (options.json) printJson(terminal, { ready: true, url: host.url, token: host.token, pid: process.pid })
      else terminal.print(welcome(context, host, dataFolder, pageFolder !== null))
    }
    // To be asked to stop is how serving ends well.
    await interruption.interrupted.catch(() => undefined)
  } finally {
    await host.close()
  }
}

function welcome({ terminal }: CommandContext, host: RunningHost, dataFolder: string, hasPage: boolean): string {
  const lines = [
    ...(hasPage ? [['Page', `${host.url}/#token=${encodeURIComponent(host.token)}`]] : []),
    ['Clients', `${host.url}/mcp`],
    ['Token', host.token],
    ['Data', dataFolder],
  ]
  const listed = lines.map(([title = '', text]) => `  ${terminal.style('dim', title.padEnd(8))}${text}\n`).join('')
  return `${terminal.style('bold', 'Switchboard is running.')} Ctrl-C stops it.\n${listed}`
}
