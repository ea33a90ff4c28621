/** `open`: signs a browser in to the running engine's page, by a single-use address. */
import type { Command } from 'commander'
import { AppError } from '#contract/errors'
import { openInBrowser } from '#main/cli/browser'
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
  // Other programs can read the browser's arguments. By then, the address has been used, or will soon expire.
  if (options.print !== true && (await openInBrowser(url, terminal.environment))) {
    terminal.note('The page is open in your browser.\n')
    return
  }
  terminal.print(`${url}\n`)
  terminal.note('Open this address within a minute. It signs in one browser, once.\n')
}
