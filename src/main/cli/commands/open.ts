/** `open`: signs a browser in to the page of the running engine, by a one-time address. */
import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import { AppError } from '#contract/errors'
import { atDataFolder, printJson } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { type PlaceOptions, withPlaceOptions } from '#main/cli/sharedOptions'

interface OpenOptions extends PlaceOptions {
  readonly print?: boolean
}

export function addOpenCommand(program: Command, context: CommandContext): void {
  withPlaceOptions(
    program
      .command('open')
      .description('open the page of the running engine in a browser')
      .option('--print', 'print the address instead, for another browser'),
  ).action((options: OpenOptions) => open(context, options))
}

async function open(context: CommandContext, options: OpenOptions): Promise<void> {
  const { terminal } = context
  const { url } = await atDataFolder(context, options, (client, signal) =>
    client.app.signInAddress(undefined, { signal }),
  )
  if (url === null)
    throw new AppError(
      'SERVER_UNAVAILABLE',
      'No engine with a page is running on this data folder. Start one with `switchboard serve`.',
    )
  if (options.json === true) return printJson(terminal, { url })
  if (options.print !== true && (await isOpened(url, terminal.environment))) {
    terminal.note('The page is open in your browser.\n')
    return
  }
  terminal.print(`${url}\n`)
  terminal.note('Open this address within a minute. It signs in one browser, once.\n')
}

type Environment = CommandContext['terminal']['environment']

/** Other programs can read the address there; by then it has been used, or soon expires. */
function isOpened(url: string, environment: Environment): Promise<boolean> {
  const [command, ...args] = openerOf(environment)
  if (command === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true, windowsHide: true })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
    // Some openers run as long as the browser does.
    setTimeout(() => resolve(true), patienceMs).unref()
    child.unref()
  })
}

const patienceMs = 3_000

/** Empty if there is no display for a browser. */
function openerOf(environment: Environment): readonly string[] {
  if (process.platform === 'darwin') return ['open']
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return environment['DISPLAY'] || environment['WAYLAND_DISPLAY'] ? ['xdg-open'] : []
}
