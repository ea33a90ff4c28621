/** `sign-in` and `sign-out`: sign in to a remote server, with a browser here or on another machine, and sign out. */
import type { Command } from 'commander'
import { AppError, messageOf } from '#contract/errors'
import type { SignInSnapshot } from '#contract/servers/signIn'
import { openInBrowser } from '#main/cli/browser'
import { printJson, withStoredServers } from '#main/cli/commandContext'
import type { CommandContext } from '#main/cli/commandContext'
import { findServer } from '#main/cli/serversIn'
import { withSharedOptions } from '#main/cli/sharedOptions'
import type { SharedOptions } from '#main/cli/sharedOptions'
import type { Terminal } from '#main/cli/terminal'
import type { ContractClient } from '#main/host/control/controlClient'

export function addSignInCommands(program: Command, context: CommandContext): void {
  withSharedOptions(
    program
      .command('sign-in')
      .description('sign in to a remote server, in a browser')
      .argument('<server>')
      .option('--no-browser', 'only print the address, for a browser elsewhere'),
  ).action((name: string, options: SignInOptions) => signIn(context, name, options))

  withSharedOptions(
    program
      .command('sign-out')
      .description('sign out of a remote server')
      .argument('<server>')
      .option('--forget', 'also forget the registered client: the next sign-in registers a new one'),
  ).action((name: string, options: SignOutOptions) => signOut(context, name, options))
}

interface SignInOptions extends SharedOptions {
  readonly browser: boolean
}

interface SignOutOptions extends SharedOptions {
  readonly forget?: boolean
}

async function signIn(context: CommandContext, name: string, options: SignInOptions): Promise<void> {
  const { terminal } = context
  const work = async (client: ContractClient, signal: AbortSignal) => {
    const { slug } = await findServer(client, name, signal)
    // Subscribes before the sign-in begins, so that no change is missed.
    const ended = new AbortController()
    const either = AbortSignal.any([signal, ended.signal])
    const events = await client.events.subscribe(undefined, { signal: either })
    try {
      const { authorizationUrl } = await client.signIn.begin({ slug }, { signal })
      if (options.json) printJson(terminal, { authorizationUrl })
      if (authorizationUrl === null) return { slug, state: await client.signIn.state({ slug }, { signal }) }
      if (!options.json) await show(terminal, authorizationUrl, options.browser)
      const stopReading = readAddresses(terminal, (url) => client.signIn.callback({ slug, url }, { signal }))
      try {
        for await (const _batch of events) {
          const state = await client.signIn.state({ slug }, { signal })
          if (state.state !== 'waiting') return { slug, state }
        }
      } finally {
        stopReading()
      }
      throw new AppError('SERVER_UNAVAILABLE', 'The engine closed before the sign-in was finished.')
    } finally {
      ended.abort()
    }
  }
  const { slug, state } = await withStoredServers(context, options, work, { startServersOnUse: true })
  if (state.state !== 'signedIn') throw notSignedIn(slug, state)
  if (!options.json) terminal.print(`Signed in to ${slug}${state.account === null ? '' : ` as ${state.account}`}.\n`)
}

async function show(terminal: Terminal, url: string, hasBrowser: boolean): Promise<void> {
  terminal.print(`${url}\n`)
  if (hasBrowser && (await openInBrowser(url, terminal.environment)))
    terminal.note('The page is open in your browser. Sign in there.\n')
  else terminal.note('Open this address in a browser and sign in there.\n')
  terminal.note('If the browser is on another machine, paste the address at which it ended, then press Enter.\n')
}

/**
 * Treats each typed or piped line as the address at which a browser ended. Returns a function that stops the reading.
 */
function readAddresses(terminal: Terminal, take: (url: string) => Promise<SignInSnapshot>): () => void {
  const { input } = terminal.streams()
  let rest = ''
  const takeLine = (line: string) => {
    if (line.trim() === '') return
    take(line.trim()).catch((error: unknown) => terminal.note(`${messageOf(error)}\n`))
  }
  const onData = (chunk: Buffer | string) => {
    const [...lines] = `${rest}${String(chunk)}`.split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) takeLine(line)
  }
  // Without a terminal, the last line may have no line break.
  const onEnd = () => takeLine(rest)
  const ignore = () => undefined
  input.on('data', onData).on('end', onEnd).on('error', ignore)
  return () => {
    input.off('data', onData).off('end', onEnd)
    input.pause()
    // An open pipe would keep the process alive.
    input.destroy()
  }
}

function notSignedIn(slug: string, { error }: SignInSnapshot): AppError {
  if (error === null) return new AppError('SIGN_IN_REQUIRED', `The sign-in to ${slug} was cancelled.`)
  const hint = error.hint === undefined ? '' : `\n${error.hint}`
  return new AppError('SIGN_IN_REQUIRED', `Not signed in to ${slug}: ${error.message}${hint}`)
}

async function signOut(context: CommandContext, name: string, options: SignOutOptions): Promise<void> {
  const { terminal } = context
  const work = async (client: ContractClient, signal: AbortSignal) => {
    const { slug } = await findServer(client, name, signal)
    const end = options.forget === true ? client.signIn.forget : client.signIn.end
    return { slug, state: await end({ slug }, { signal }) }
  }
  const { slug, state } = await withStoredServers(context, options, work, { startServersOnUse: true })
  if (options.json) return printJson(terminal, state)
  terminal.print(`Signed out of ${slug}.\n`)
}
