/** Starts the host in the main process. If something prevents that, asks the person what to do. */
import { join } from 'node:path'
import { app, dialog, shell } from 'electron'
import { AppError } from '#contract/errors'
import { Declined } from '#main/electron/explained'
import { askToLeave } from '#main/host/control/askToLeave'
import { connectControl } from '#main/host/control/controlClient'
import type { HostOptions, RunningHost } from '#main/host/host'
import { startHost } from '#main/host/startHost'
import { type Holder, holderOf, startTakingOver } from '#main/host/takeOver'

export interface DesktopPlaces {
  readonly dataFolder: string
  readonly outFolder: string
  /**
   * Called with true while the person is asked about another engine that has the folder: there is no engine for a
   * window yet.
   */
  readonly onHeld: (isHeld: boolean) => void
}

const usualPort = 7411

/** The port that `--port N` gives, as for the command; otherwise the default port, which clients know. */
export function portOf(given: string): number {
  const port = Number(given)
  return /^\d{1,5}$/.test(given) && port <= 65_535 ? port : usualPort
}

export async function startDesktopHost({ dataFolder, outFolder, onHeld }: DesktopPlaces): Promise<RunningHost> {
  const options: HostOptions = {
    kind: 'desktop',
    version: app.getVersion(),
    dataFolder,
    port: portOf(app.commandLine.getSwitchValue('port')),
    pageFolder: join(outFolder, 'renderer'),
    configFile: null,
    environment: process.env,
    reaperModule: join(outFolder, 'main', 'reaper.js'),
    warnOnStderr: !app.isPackaged,
  }
  for (;;) {
    try {
      const start = () => startHost(options)
      const host = await startTakingOver({ start, askToLeave: () => askToLeave(dataFolder) })
      onHeld(false)
      return host
    } catch (thrown) {
      const holder = holderOf(thrown)
      if (holder !== null) {
        onHeld(true)
        await askAboutHolder(dataFolder, holder)
      } else if (!(thrown instanceof AppError) || thrown.code !== 'CONFLICT') throw thrown
      else {
        const choice = await askAboutPort(thrown.message)
        if (choice === 'quit') throw new Declined()
        if (choice === 'without') return startHost({ ...options, port: null })
      }
    }
  }
}

/** Asks what to do about another engine that keeps the folder. Resolves when to try again. */
async function askAboutHolder(dataFolder: string, { kind, pid }: Holder): Promise<void> {
  await app.whenReady()
  const hasPage = (await pageOf(dataFolder)) !== null
  const choices = hasPage ? (['page', 'again', 'quit'] as const) : (['again', 'quit'] as const)
  const titles = { page: 'Open its page', again: 'Try again', quit: 'Quit' }
  const what = kind === 'desktop' ? 'Another Switchboard app' : '`switchboard serve`'
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Switchboard is already running',
    detail: `${what} (process ${pid}) is already running your servers. Only one can run at a time.`,
    buttons: choices.map((choice) => titles[choice]),
    defaultId: 0,
    cancelId: choices.length - 1,
  })
  const choice = choices[response] ?? 'quit'
  if (choice === 'again') return
  if (choice === 'page') {
    // The first address may have expired while the person decided.
    const page = await pageOf(dataFolder)
    if (page !== null) await shell.openExternal(page)
  }
  throw new Declined()
}

/**
 * A single-use sign-in address, because the program that opens it shows it to other programs. Null if no page is
 * served.
 */
async function pageOf(dataFolder: string): Promise<string | null> {
  const connection = await connectControl(dataFolder).catch(() => null)
  if (connection === null) return null
  try {
    return (await connection.client.app.signInAddress()).url
  } catch {
    return null
  } finally {
    connection.close()
  }
}

async function askAboutPort(message: string): Promise<'again' | 'without' | 'quit'> {
  await app.whenReady()
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    message: 'The port that your clients use is taken',
    detail: `${message}\n\nSwitchboard can run without it, but no client can connect.`,
    buttons: ['Try again', 'Run without it', 'Quit'],
    defaultId: 0,
    cancelId: 2,
  })
  return (['again', 'without', 'quit'] as const)[response] ?? 'quit'
}
